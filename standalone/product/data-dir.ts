import { access, constants, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { startProblem } from "#kernel/node/start-problem.ts";

import { clusterIn } from "./postgres/postgres-cluster.ts";

/** Creates the data folder if it is missing, and checks that this user may write in it. */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw startProblem(
      `The data folder ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder that this user may write.`,
      cause,
    );
  }
}

const IN_BACKUP = `a backup has it: "npm run restore -- --from FILE --keys FOLDER" takes it out, then copy it there`;

/**
 * Throws if a key file is missing beside an existing database. With a new key, what the lost one
 * sealed or signed could never be read or continued.
 */
export async function refuseLostKey(dataDir: string, name: string): Promise<void> {
  const database = join(clusterIn(dataDir).data, "PG_VERSION");
  const hasDatabase = await stat(database).then(
    () => true,
    () => false,
  );
  if (!hasDatabase) return;
  throw startProblem(
    `${join(dataDir, name)} is missing, and the database beside it needs it: ${IN_BACKUP}.`,
  );
}
