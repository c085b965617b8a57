import { join } from "node:path";

import {
  type MigrateOptions,
  type MigrationFolder,
  runMigrations,
} from "#kernel/node/postgres/migrate.ts";
import { createPastFunctions } from "#projector/past/functions.ts";

const root = join(import.meta.dirname, "..", "..");

const LOG: MigrationFolder = {
  table: "command_api",
  path: join(root, "command-api", "migrations"),
};
const READ_MODELS: MigrationFolder = {
  table: "projector",
  path: join(root, "projector", "migrations"),
  after: createPastFunctions,
};

/** Brings the log and the read models to the newest schema. */
export const migrate = (options: MigrateOptions): Promise<void> =>
  runMigrations(options, [LOG, READ_MODELS]);

/** Runs only the first `count` migrations of the log: the schema that a backup was taken from. */
export const migrateLog = (options: MigrateOptions, count: number): Promise<void> =>
  runMigrations(options, [{ ...LOG, count }]);
