import { createHash, randomUUID } from "node:crypto";

import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import type pg from "pg";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import { createGroupCommit } from "#command-api/event-store/group-commit.ts";
import type { StreamId, TenantId } from "#kernel/contract/ids.ts";
import { invariant } from "#kernel/contract/rejection.ts";
import { newStream, openingShop } from "#tests/kit/builders/append-commands.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { saleOfEach } from "./kit/fill-log.ts";
import { type LoadMeasures, measuredLoad } from "./kit/measured-load.ts";
import { printReport } from "./kit/report.ts";
import { runBench, type Variant } from "./kit/run-bench.ts";

const PARTITIONS = 16;
const LEAF = createHash("sha256").update("leaf").digest();

/**
 * A table like es.events without its constraints and triggers: the fastest that Postgres can be.
 */
async function createRawLog(admin: pg.Pool): Promise<void> {
  await admin.query(
    "create table raw_log (like es.events including all) partition by hash (tenant_id)",
  );
  for (let n = 0; n < PARTITIONS; n++) {
    await admin.query(
      `create table raw_log_${n} partition of raw_log for values with (modulus ${PARTITIONS}, remainder ${n})`,
    );
  }
}

const INSERT = {
  name: "raw",
  text: `insert into raw_log (tenant_id, seq, stream_id, stream_version, stream_type, type, schema_v, command_id,
           command_ix, actor_id, recorded_ms, occurred_ms, data, meta, effects, leaf, chain)
         values ($1, $2, $3, 1, $4, $5, 1, $6, 0, $7, $8, $8, $9, $10, '{"stock":[]}', $11, $11)`,
};

let seq = Date.now() * 1000;

/** The event of a command as one row: one INSERT, one transaction. */
async function rawInsert(
  admin: pg.Pool,
  { tenantId, actorId, meta, events }: AppendCommand,
): Promise<void> {
  const [event] = events;
  invariant(event !== undefined, "a command without an event");
  seq += 1;
  await admin.query({
    ...INSERT,
    values: [
      tenantId,
      seq,
      event.streamId,
      event.streamType,
      event.type,
      randomUUID(),
      actorId,
      event.occurredMs,
      event.data,
      meta,
      LEAF,
    ],
  });
}

// Commands a second with 64 callers: a sale of three lines as one event, compared with one raw
// INSERT of the same row, one call of es.append_any for each command, and emmett's append on the same
// Postgres.

const CALLERS = 64;
const ROUND_MS = 2000;
const TENANTS = 200;
const PRODUCTS = 40;

await onBenchDatabase(bench);

async function bench(db: BenchDatabase): Promise<void> {
  const writer = db.pool("cmd_writer", 4);
  const products = Array.from({ length: PRODUCTS }, newStream);
  const tenants: TenantId[] = [];
  for (let n = 0; n < TENANTS; n++) {
    const opening = openingShop(products);
    await appendBatch(writer, opening);
    if (opening[0]) tenants.push(opening[0].tenantId);
  }
  const anyTenant = (): TenantId => pick(tenants);
  const oneTenant = (): TenantId => pick(tenants.slice(0, 1));
  const basket = (): StreamId[] => {
    const first = Math.floor(Math.random() * (PRODUCTS - 2));
    return products.slice(first, first + 3);
  };
  const hot = (): StreamId[] => products.slice(0, 1);

  const admin = db.admin(16);
  await createRawLog(admin);
  const grouped = createGroupCommit({ db: writer });
  const two = createGroupCommit({ db: writer, inFlight: 2 });
  const emmett = getPostgreSQLEventStore(db.adminUrl);
  await emmett.schema.migrate();

  const accepted = async (
    append: (c: AppendCommand) => Promise<{ outcome: string }>,
    c: AppendCommand,
  ) => {
    const { outcome } = await append(c);
    invariant(outcome === "ok", `a sale was refused: ${outcome}`);
  };
  const lone = async (command: AppendCommand) => {
    const [outcome] = await appendBatch(writer, [command]);
    invariant(outcome !== undefined, "no outcome");
    return outcome;
  };
  const variant = (name: string, call: () => Promise<unknown>): Variant<keyof LoadMeasures> => ({
    name,
    run: () =>
      measuredLoad({ callers: CALLERS, durationMs: ROUND_MS, call, postmaster: db.postmaster }),
  });

  const result = await runBench<keyof LoadMeasures>({
    name: "append",
    variants: [
      variant("raw, many tenants", () => rawInsert(admin, saleOfEach(anyTenant(), basket()))),
      variant("append, many tenants", () => accepted(grouped, saleOfEach(anyTenant(), basket()))),
      variant("append, two in flight", () => accepted(two, saleOfEach(anyTenant(), basket()))),
      variant("raw, one tenant", () => rawInsert(admin, saleOfEach(oneTenant(), basket()))),
      variant("append, one tenant", () => accepted(grouped, saleOfEach(oneTenant(), basket()))),
      variant("raw, one product", () => rawInsert(admin, saleOfEach(oneTenant(), hot()))),
      variant("append, one hot product", () => accepted(grouped, saleOfEach(oneTenant(), hot()))),
      variant("one call a command", () => accepted(lone, saleOfEach(anyTenant(), basket()))),
      variant("emmett", async () => {
        const { events } = saleOfEach(anyTenant(), basket());
        const [event] = events;
        invariant(event !== undefined, "a sale without an event");
        const data: Record<string, unknown> = JSON.parse(event.data);
        await emmett.appendToStream(event.streamId, [{ type: event.type, data }]);
      }),
    ],
  });
  await emmett.close();

  const ratio = (name: string, against: string) => result.ratio("perSecond", name, against);
  const cpu = (name: string): number =>
    result.median(name, "postgresUsPerCall") + result.median(name, "nodeUsPerCall");
  printReport([
    {
      name: "append / raw INSERT, many tenants",
      value: ratio("append, many tenants", "raw, many tenants"),
      target: { atLeast: 1 },
    },
    {
      name: "append / raw INSERT, one tenant",
      value: ratio("append, one tenant", "raw, one tenant"),
      target: { atLeast: 1.3 },
    },
    {
      name: "append / raw INSERT, one hot product",
      value: ratio("append, one hot product", "raw, one product"),
      target: { atLeast: 1.3 },
    },
    {
      name: "CPU a sale / CPU a raw INSERT, many tenants",
      value: cpu("append, many tenants") / cpu("raw, many tenants"),
      target: { atMost: 1 },
    },
    {
      name: "append / one transaction a command",
      value: ratio("append, many tenants", "one call a command"),
      target: { atLeast: 1 },
    },
    {
      name: "append / emmett",
      value: ratio("append, many tenants", "emmett"),
      target: { atLeast: 3.5 },
    },
    {
      name: "two flushes in flight / one (kept out below)",
      value: ratio("append, two in flight", "append, many tenants"),
      target: { atMost: 1.15 },
    },
  ]);
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
