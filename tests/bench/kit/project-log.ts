import { randomBytes } from "node:crypto";

import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { type LaggingTenant, fill } from "#projector/rebuild/fill.ts";

import type { BenchDatabase } from "./bench-database.ts";

/** Connects as the projector does. */
export const projectorPool = ({ url, passwords }: BenchDatabase): Pool =>
  createPool({
    url,
    role: "projector",
    password: passwords.projector,
    settings: PLANNER_SETTINGS,
    max: 4,
  });

/** Builds the read models of these shops, as a rebuild does. */
export async function projectLog(
  db: BenchDatabase,
  tenants: readonly LaggingTenant[],
): Promise<void> {
  const pool = projectorPool(db);
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const parking = { pool, dataKey: randomBytes(32), log, nowMs: Date.now };
  await fill({ parking, projections: PROJECTIONS, tenants });
  await pool.end();
}
