import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { startProblem } from "#kernel/node/start-problem.ts";
import { databaseOn } from "#standalone/product/database.ts";
import {
  runningPostgresUrl,
  startEmbeddedPostgres,
} from "#standalone/product/postgres/embedded-postgres.ts";
import { readSecrets, type Secrets } from "#standalone/product/secrets.ts";

export type DataFolder = Readonly<{
  /** The database, without a user. */
  url: string;
  adminUrl: string;
  secrets: Secrets;
  close: () => Promise<void>;
}>;

/**
 * Opens the database of a data folder for a command: beside the running product, or started for the
 * command only.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const dataDir = resolve(path);
  // A command that reads must not create a new, empty database.
  if (!existsSync(resolve(dataDir, "postgres"))) {
    throw startProblem(`There is no log in ${dataDir}: set DATA_DIR, or DATABASE_URL`);
  }
  const running = await runningPostgresUrl(dataDir);
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const serverUrl = running ?? own?.adminUrl ?? "";
  return {
    ...databaseOn(serverUrl),
    secrets: await readSecrets(dataDir),
    close: async () => own?.stop(),
  };
}
