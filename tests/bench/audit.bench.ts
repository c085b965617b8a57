import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import * as z from "zod/mini";

import type { TenantId } from "#kernel/contract/ids.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { newSignedHeadKeys, parseSignedHeadKeys } from "#kernel/verify/signed-head-keys.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { rebuildFromNothing } from "#projector/rebuild/rebuild.ts";
import { sign } from "#tests/faults/tamper/tampered-shops.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { type ChildRun, runChild } from "./kit/child-memory.ts";
import { fillLog } from "./kit/fill-log.ts";
import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";

// The audit command line over a million events (`-- --events N` sets another size): how long
// verify, replay and export take, their memory, and the time of plain SHA-256 over the same bytes,
// read by as many connections, range by range. Only the log: read models are a replay.

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    tenants: { type: "string", default: "10" },
  },
});
const EVENTS = Number(values.events);
const TENANTS = Number(values.tenants);
const ROOT = join(import.meta.dirname, "..", "..");
const RANGE = 4000;
const LANES = 2;
const DATA_KEY = randomBytes(32);

const folder = await mkdtemp(join(tmpdir(), "tillbook-bench-audit-"));
async function bench(db: BenchDatabase): Promise<void> {
  const { tenants } = await fillLog(db.pool("cmd_writer", 4), { events: EVENTS, tenants: TENANTS });
  const keyFile = await signAll(db, tenants);
  await fillReadModels(db);
  await db.admin(1).query("vacuum analyze");
  const env = {
    DATABASE_URL: db.url,
    DB_PASSWORD_AUDITOR_RO: db.passwords.auditor_ro,
    DATA_KEY: DATA_KEY.toString("base64"),
    CHECKPOINT_KEY_FILE: keyFile,
  };
  const command = await auditCommand();
  const audit = (...args: readonly string[]) => ({
    name: args.join(" "),
    run: async () => measuresOf(await runChild([...command, ...args, "--json"], env)),
  });
  const variants = [
    audit("verify", "--log"),
    audit("replay"),
    { ...audit("export", "--out", folder), name: "export" },
    { name: "plain SHA-256", run: () => plain(db) },
  ];
  const result = await runBench<"seconds" | "megabytes">({ name: "audit", warmup: 0, variants });
  const seconds = (name: string) => result.median(name, "seconds");
  const held = (name: string) => ({
    name: `memory of ${name}`,
    value: result.median(name, "megabytes"),
    target: { atMost: 300 },
    unit: " MB",
  });
  printReport([
    {
      name: `verify of ${EVENTS} events`,
      value: seconds("verify --log"),
      target: { atMost: 8 },
      unit: " s",
    },
    {
      name: "verify / plain SHA-256 of the same bytes",
      value: result.ratio("seconds", "verify --log", "plain SHA-256"),
      target: { atMost: 4 },
    },
    {
      name: `replay of ${EVENTS} events`,
      value: seconds("replay"),
      target: { atMost: 45 },
      unit: " s",
    },
    held("verify --log"),
    held("replay"),
    held("export"),
  ]);
}

/**
 * Signs every shop's whole log, in as many signed heads as it takes; returns the file of the keys.
 */
async function signAll(db: BenchDatabase, tenants: readonly TenantId[]): Promise<string> {
  const file = join(folder, "checkpoint-key.pem");
  const text = newSignedHeadKeys();
  await writeFile(file, text, { mode: 0o600 });
  const { signing, publicKeys } = parseSignedHeadKeys(text);
  if (!signing) throw new Error("a new file holds a private key");
  const relay = db.pool("relay", 1);
  for (const tenantId of tenants) {
    for (let signed = 0; signed < EVENTS / TENANTS; signed += MOST_SIGNED) {
      await sign(relay, tenantId, { signing, publicKeys });
    }
  }
  return file;
}
/** How much the signer signs at once. */
const MOST_SIGNED = 20_000;

/** The Node options of `npm run audit`: a small young generation keeps the whole process small. */
async function auditCommand(): Promise<readonly string[]> {
  const { scripts } = Scripts.parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
  const [, ...args] = scripts.audit.split(" ");
  return args.map((arg) => (arg.endsWith(".ts") ? join(ROOT, arg) : arg));
}
const Scripts = z.object({ scripts: z.object({ audit: z.string() }) });

/** An audit that reports a problem here has measured something else. */
function measuresOf({ code, out, seconds, peakMb }: ChildRun) {
  if (code !== 0) throw new Error(`the audit ended with ${code}: ${out.slice(0, 500)}`);
  return { seconds, megabytes: peakMb };
}

async function fillReadModels(db: BenchDatabase): Promise<void> {
  const { url, passwords } = db;
  const pool = createPool({
    url,
    role: "projector",
    password: passwords.projector,
    settings: PLANNER_SETTINGS,
    max: 4,
  });
  const unlimited = { statement_timeout: "0", idle_in_transaction_session_timeout: "0" };
  const owner = createPool({
    url,
    role: "migrator",
    password: passwords.migrator,
    settings: { ...unlimited, role: "rm_owner" },
    max: 2,
  });
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const parking = { pool, dataKey: DATA_KEY, log, nowMs: Date.now };
  await rebuildFromNothing({ parking, owner }, PROJECTIONS);
  await Promise.all([pool.end(), owner.end()]);
}

const PLAIN = `
  select count(*) filter (where sha256(convert_to(concat_ws('|', 'pos.leaf.v1', e.tenant_id, e.seq, e.stream_id,
           e.stream_version, e.stream_type, e.type, e.schema_v, e.command_id, e.command_ix, e.actor_id,
           e.recorded_ms, e.occurred_ms, octet_length(e.data::text), e.data::text, octet_length(e.meta::text),
           e.meta::text, coalesce(octet_length(e.effects::text), 0), coalesce(e.effects::text, '')), 'UTF8'))
         is not null)::int as hashed
    from es.events e
   where e.tenant_id = $1 and e.seq > $2 and e.seq <= $3`;

/** The same rows by the same index over the same connections, only hashed. */
async function plain(db: BenchDatabase): Promise<{ seconds: number; megabytes: number }> {
  const { url, passwords } = db;
  const settings = { statement_timeout: "0", jit: "off" };
  const password = passwords.auditor_ro;
  const pool = createPool({ url, role: "auditor_ro", password, settings, max: LANES });
  const startedAt = performance.now();
  const { rows } = await pool.query<{ tenant_id: string; seq: number }>(
    "select tenant_id, seq from es.tenant_heads",
  );
  // As verify reads them: one range of each tenant in turn.
  const ranges = rows.flatMap(({ tenant_id: id, seq }) =>
    Array.from({ length: Math.ceil(seq / RANGE) }, (_, n) => ({ id, from: n * RANGE })),
  );
  const left = ranges
    .toSorted((a, b) => b.from - a.from)
    .map(({ id, from }) => [id, from, from + RANGE]);
  const lane = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await pool.query(PLAIN, next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await pool.end();
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: 0 };
}

try {
  await onBenchDatabase(bench);
} finally {
  await rm(folder, { recursive: true });
}
