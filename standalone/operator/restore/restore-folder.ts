import { readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

import type { ErasedSubject } from "#kernel/node/erased-list.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { startProblem } from "#kernel/node/start-problem.ts";
import type { BackupSecret } from "#standalone/operator/backup/backup-secret.ts";
import type { Manifest } from "#standalone/operator/backup/contents.ts";
import { openSignedHeadKeys } from "#standalone/operator/signed-head-key/key-file.ts";
import { emptyDatabase } from "#standalone/product/database.ts";
import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { readSecrets } from "#standalone/product/secrets.ts";

import { type Loaded, loadBackup } from "./load-backup.ts";
import { rebuildAll } from "./rebuild-all.ts";

type Restoring = Readonly<{
  path: string;
  secret: BackupSecret;
  /** Already checked with the whole file. */
  manifest: Manifest;
  dataDir: string;
  erased: readonly ErasedSubject[];
  log: Log;
}>;

/** Restores into a temporary folder and renames it, so that a failed restore leaves nothing. */
export async function restoreFolder({ dataDir, ...restoring }: Restoring): Promise<Loaded> {
  await refuseUsed(dataDir);
  const aside = resolve(dirname(dataDir), `${basename(dataDir)}.restoring-${process.pid}`);
  try {
    const loaded = await fill(aside, restoring);
    await rmdir(dataDir).catch(() => undefined); // Fails if the folder was missing.
    await rename(aside, dataDir);
    return loaded;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

async function refuseUsed(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  if (names.length === 0) return;
  throw startProblem(`${dataDir} is not empty: set DATA_DIR to a new folder.`);
}

async function fill(
  dataDir: string,
  { manifest, log, ...loading }: Omit<Restoring, "dataDir">,
): Promise<Loaded> {
  const { rolePasswords: passwords } = await readSecrets(dataDir, manifest.keys);
  for (const [name, content] of Object.entries(manifest.files)) {
    const path = join(dataDir, basename(name));
    await writeFile(path, Buffer.from(content, "base64"), { mode: 0o600, flag: "wx" });
  }
  // Servers that do not sign their log have no signing key to restore; a data folder needs one.
  await openSignedHeadKeys(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const { url, adminUrl } = await emptyDatabase(postgres.adminUrl);
    const loaded = await loadBackup({ ...loading, adminUrl, passwords });
    const dataKey = Buffer.from(manifest.keys.dataKey, "base64");
    await rebuildAll({ url, passwords, dataKey, log });
    return loaded;
  } finally {
    await postgres.stop();
  }
}
