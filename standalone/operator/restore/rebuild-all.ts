import type { Log } from "#kernel/node/logging/logger.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import type { RolePasswords } from "#kernel/node/postgres/roles.ts";
import { systemClock } from "#kernel/node/time.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { rebuildFromNothing } from "#projector/rebuild/rebuild.ts";

const PATIENT = { statement_timeout: "0", idle_in_transaction_session_timeout: "0" };

type Rebuilt = Readonly<{ url: string; passwords: RolePasswords; dataKey: Buffer; log: Log }>;

/** Rebuilds every read model from the log. */
export async function rebuildAll({ url, passwords, dataKey, log }: Rebuilt): Promise<void> {
  const pool = createPool({
    url,
    role: "projector",
    password: passwords.projector,
    settings: PLANNER_SETTINGS,
    max: 4,
  });
  const owner = createPool({
    url,
    role: "migrator",
    password: passwords.migrator,
    settings: { ...PATIENT, role: "rm_owner" },
    max: 2,
  });
  const parking = { pool, dataKey, log, nowMs: systemClock };
  try {
    await rebuildFromNothing({ parking, owner }, PROJECTIONS);
  } finally {
    await Promise.all([pool.end(), owner.end()]);
  }
}
