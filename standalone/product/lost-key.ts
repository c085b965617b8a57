import { stat } from "node:fs/promises";
import { join } from "node:path";

import { startProblem } from "#kernel/node/start-problem.ts";

import { clusterIn } from "./postgres/postgres-cluster.ts";

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
