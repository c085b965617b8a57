import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { createPool } from "#kernel/node/postgres/connections.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { rebuildFromNothing, repair } from "#projector/rebuild/rebuild.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { fillLog } from "./kit/fill-log.ts";
import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";

// Rebuilds all read models from a million events (`-- --events N` sets another size): how long it
// takes, and whether a reader sees an empty table meanwhile.

const { values } = parseArgs({ options: { events: { type: "string", default: "1000000" } } });
const EVENTS = Number(values.events);
const TENANTS = 50;
const LOOK_EVERY_MS = 100;

await onBenchDatabase(bench);

async function bench(db: BenchDatabase): Promise<void> {
  await fillLog(db.pool("cmd_writer", 4), { events: EVENTS, tenants: TENANTS });
  const unlimited = { statement_timeout: "0", idle_in_transaction_session_timeout: "0" };
  const pool = createPool({
    url: db.url,
    role: "projector",
    password: db.passwords.projector,
    settings: PLANNER_SETTINGS,
    max: 4,
  });
  const owner = createPool({
    url: db.url,
    role: "migrator",
    password: db.passwords.migrator,
    settings: { ...unlimited, role: "rm_owner" },
    max: 2,
  });
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const rebuilding = { parking: { pool, dataKey: randomBytes(32), log, nowMs: Date.now }, owner };
  await rebuildFromNothing(rebuilding, PROJECTIONS);

  const result = await runBench<"seconds" | "emptyReads" | "differences">({
    name: "rebuild",
    warmup: 0,
    variants: [
      {
        name: "rebuild",
        run: async () => {
          const readers = watchForEmpty(db);
          const startedAt = performance.now();
          const { differences } = await repair(rebuilding, PROJECTIONS);
          const seconds = (performance.now() - startedAt) / 1000;
          return { seconds, emptyReads: await readers.stop(), differences: differences.length };
        },
      },
    ],
  });
  await Promise.all([pool.end(), owner.end()]);
  const seconds = result.median("rebuild", "seconds");
  printReport([
    { name: `rebuild of ${EVENTS} events`, value: seconds, target: { atMost: 50 }, unit: " s" },
    { name: "events a second", value: EVENTS / seconds, target: { atLeast: 20_000 }, unit: "/s" },
    {
      name: "reads of an empty table meanwhile",
      value: result.median("rebuild", "emptyReads"),
      target: { atMost: 0 },
    },
    {
      name: "rows that differ from those that served",
      value: result.median("rebuild", "differences"),
      target: { atMost: 0 },
    },
  ]);
}

/** Counts the reads that found a table empty. */
function watchForEmpty(db: BenchDatabase) {
  const admin = db.admin(1);
  let isStopped = false;
  let empty = 0;
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await admin.query<{ full: boolean }>(
        "select exists (select from rm.rm_sales) and exists (select from rm.rm_products) as full",
      );
      if (rows[0]?.full !== true) empty += 1;
      await delay(LOOK_EVERY_MS);
    }
  })();
  return {
    stop: async (): Promise<number> => {
      isStopped = true;
      await watching;
      return empty;
    },
  };
}
