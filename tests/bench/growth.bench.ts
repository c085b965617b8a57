import { parseArgs } from "node:util";

import { createGroupCommit } from "#command-api/event-store/group-commit.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { invariant } from "#kernel/contract/rejection.ts";

import { type BenchDatabase, onBenchDatabase, openBenchDatabase } from "./kit/bench-database.ts";
import { type FilledLog, fillLog, saleOfEach } from "./kit/fill-log.ts";
import { type LoadMeasures, measuredLoad } from "./kit/measured-load.ts";
import { printReport } from "./kit/report.ts";
import { runBench, type Variant } from "./kit/run-bench.ts";

// Does the append get slower as the log grows? Databases of three sizes side by side, and one that
// was just created and never analysed. `-- --ten-million` adds the fourth.

const { values } = parseArgs({ options: { "ten-million": { type: "boolean", default: false } } });
const SMALL = 100_000;
const LARGE = values["ten-million"] ? 10_000_000 : 1_000_000;
const TENANTS = 50;
const CALLERS = 64;
const ROUND_MS = 2000;

const opened: BenchDatabase[] = [];
try {
  await bench();
} finally {
  await Promise.all(opened.map((database) => database.close()));
}

async function bench(): Promise<void> {
  const open = async (): Promise<BenchDatabase> => {
    const database = await openBenchDatabase();
    opened.push(database);
    return database;
  };
  const filled = async (name: string, events: number): Promise<Variant<keyof LoadMeasures>> => {
    const database = await open();
    const pool = database.pool("cmd_writer", 4);
    const log = await fillLog(pool, { events, tenants: TENANTS });
    return { name, run: () => appendTo(database, log) };
  };
  const [small, large] = [`${SMALL} events`, `${LARGE} events`];
  const result = await runBench<keyof LoadMeasures>({
    name: "growth",
    variants: [
      {
        name: "fresh",
        run: () =>
          onBenchDatabase(async (database) => {
            const pool = database.pool("cmd_writer", 4);
            return appendTo(database, await fillLog(pool, { events: 0, tenants: TENANTS }));
          }),
      },
      await filled(small, SMALL),
      await filled(large, LARGE),
    ],
  });
  printReport([
    {
      name: `append at ${large} / at ${small}`,
      value: result.ratio("perSecond", large, small),
      target: { atLeast: 0.8 },
    },
    {
      name: `append on a fresh, never analysed database / at ${small}`,
      value: result.ratio("perSecond", "fresh", small),
      target: { atLeast: 0.8 },
    },
    {
      name: `CPU of Postgres a sale at ${large} / at ${small}`,
      value: result.ratio("postgresUsPerCall", large, small),
      target: { atMost: 1.25 },
    },
  ]);
}

function appendTo(database: BenchDatabase, { tenants, basket }: FilledLog): Promise<LoadMeasures> {
  const append = createGroupCommit({ db: database.pool("cmd_writer", 4) });
  return measuredLoad({
    callers: CALLERS,
    durationMs: ROUND_MS,
    postmaster: database.postmaster,
    call: async () => {
      const { outcome } = await append(saleOfEach(anyOf(tenants), basket()));
      invariant(outcome === "ok", `a sale was refused: ${outcome}`);
    },
  });
}

function anyOf(tenants: readonly TenantId[]): TenantId {
  const tenant = tenants[Math.floor(Math.random() * tenants.length)];
  if (!tenant) throw new Error("no tenant");
  return tenant;
}
