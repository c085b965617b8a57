import { requireKnownKeys } from "#kernel/node/crypto/known-keys.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { systemClock } from "#kernel/node/time.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";

import { type Command, readCommand } from "./command.ts";
import { rebuildConfig } from "./config.ts";

const NO_LIMITS = { statement_timeout: "0", idle_in_transaction_session_timeout: "0" };

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    process.stdout.write(`${await rebuild(readCommand(process.argv.slice(2)))}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function rebuild(command: Command): Promise<string> {
  const config = rebuildConfig(process.env);
  const { DATABASE_URL: url } = config;
  const asProjector = { url, role: "projector", password: config.DB_PASSWORD_PROJECTOR };
  await requireKnownKeys({
    connection: asProjector,
    held: [{ name: "data", place: "DATA_KEY", keys: [config.DATA_KEY] }],
  });
  const asOwner = { url, role: "migrator", password: config.DB_PASSWORD_MIGRATOR };
  const pool = createPool({ ...asProjector, settings: PLANNER_SETTINGS, max: 4 });
  const owner = createPool({ ...asOwner, settings: { ...NO_LIMITS, role: "rm_owner" }, max: 2 });
  const log = createLogger({ service: "rebuild", level: config.LOG_LEVEL });
  const parking = { pool, dataKey: config.DATA_KEY, log, nowMs: systemClock };
  try {
    return await command({ parking, owner });
  } finally {
    await Promise.all([pool.end(), owner.end()]);
  }
}
