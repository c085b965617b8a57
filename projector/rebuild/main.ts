import { systemClock } from "#kernel/platform/clock.ts";
import { createLogger } from "#kernel/platform/logger.ts";
import { createPool } from "#kernel/platform/postgres.ts";
import { PLANNER } from "#projector/planner.ts";

import { readCommand } from "./command.ts";
import { rebuildConfig } from "./config.ts";

const NO_LIMITS = { statement_timeout: "0", idle_in_transaction_session_timeout: "0" };

const command = readCommand(process.argv.slice(2));
const config = rebuildConfig(process.env);
const pool = createPool({
  url: config.DATABASE_URL,
  role: "projector",
  password: config.DB_PASSWORD_PROJECTOR,
  settings: PLANNER,
  max: 4,
});
const owner = createPool({
  url: config.DATABASE_URL,
  role: "migrator",
  password: config.DB_PASSWORD_MIGRATOR,
  settings: { ...NO_LIMITS, role: "rm_owner" },
  max: 2,
});
const log = createLogger({ service: "rebuild", level: config.LOG_LEVEL });
const parking = { pool, dataKey: config.DATA_KEY, log, nowMs: systemClock };
try {
  process.stdout.write(`${await command({ parking, owner })}\n`);
} finally {
  await Promise.all([pool.end(), owner.end()]);
}
