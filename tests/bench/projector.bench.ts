import { randomBytes } from "node:crypto";

import type { TenantId } from "#kernel/contract/ids.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { consume } from "#projector/consume.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { BATCH, fromLog } from "#projector/sources.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { fillLog } from "./kit/fill-log.ts";
import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";

// Events a second through all projections, from the log into the read models: in batches with the
// product's two lanes, and with one transaction for each event.

const EVENTS = 40_000;
const TENANTS = 8;
const ALONE = 400;

await onBenchDatabase(bench);

async function bench(db: BenchDatabase): Promise<void> {
  const { tenants } = await fillLog(db.pool("cmd_writer", 4), { events: EVENTS, tenants: TENANTS });
  const pool = createPool({
    url: db.url,
    role: "projector",
    password: db.passwords.projector,
    settings: PLANNER_SETTINGS,
    max: 4,
  });
  const admin = db.admin(1);
  const reset = async (): Promise<void> => {
    await admin.query(
      `truncate rm.checkpoints, ${PROJECTIONS.map(({ table }) => `rm.${table.name}`).join(", ")}`,
    );
  };
  const result = await runBench<"perSecond">({
    name: "projector",
    variants: [
      {
        name: "batches",
        run: async () => {
          await reset();
          return timed(() => applyAll(pool, tenants));
        },
      },
      {
        name: "one transaction an event",
        run: async () => {
          await reset();
          return timed(() => applyAlone(pool, tenants));
        },
      },
    ],
  });
  await pool.end();
  printReport([
    {
      name: "events applied a second",
      value: result.median("batches", "perSecond"),
      target: { atLeast: 25_000 },
      unit: "/s",
    },
    {
      name: "batches / one transaction an event",
      value: result.ratio("perSecond", "batches", "one transaction an event"),
      target: { atLeast: 50 },
    },
  ]);
}

async function timed(work: () => Promise<number>): Promise<{ perSecond: number }> {
  const startedAt = performance.now();
  const events = await work();
  return { perSecond: (events * 1000) / (performance.now() - startedAt) };
}

/** Two lanes, each with its own tenants. */
async function applyAll(pool: Pool, tenants: readonly TenantId[]): Promise<number> {
  const half = tenants.length >> 1;
  const lanes = [tenants.slice(0, half), tenants.slice(half)];
  const counts = await Promise.all(lanes.map((lane) => applyLane(pool, lane, { batch: BATCH })));
  return counts.reduce((sum, count) => sum + count, 0);
}

function applyAlone(pool: Pool, tenants: readonly TenantId[]): Promise<number> {
  return applyLane(pool, tenants.slice(0, 1), { batch: 1, most: ALONE });
}

async function applyLane(
  pool: Pool,
  tenantIds: readonly TenantId[],
  { batch, most = Infinity }: Readonly<{ batch: number; most?: number }>,
): Promise<number> {
  const applied = new Map<TenantId, number>();
  const count = (): number => [...applied.values()].reduce((sum, seq) => sum + seq, 0);
  while (count() < most) {
    const scope = { tenantIds, projections: PROJECTIONS };
    const reached = await consume({ pool, dataKey: randomBytes(32) }, scope, fromLog(batch));
    if (reached.size === 0) break;
    for (const [tenantId, seq] of reached) applied.set(tenantId, seq);
  }
  return count();
}
