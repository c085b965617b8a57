import type { ErasedSubject } from "#kernel/node/erased-list.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { rolePasswords } from "#kernel/node/postgres/roles.ts";
import { startProblem } from "#kernel/node/start-problem.ts";
import type { BackupSecret } from "#standalone/operator/backup/backup-secret.ts";
import type { ServerBackupConfig } from "#standalone/operator/backup/config.ts";
import type { Manifest } from "#standalone/operator/backup/contents.ts";
import { serverKeys, withoutUser } from "#standalone/operator/backup/open-source.ts";

import { type Loaded, loadBackup } from "./load-backup.ts";
import { rebuildAll } from "./rebuild-all.ts";

type Restoring = Readonly<{
  path: string;
  secret: BackupSecret;
  manifest: Manifest;
  config: ServerBackupConfig;
  erased: readonly ErasedSubject[];
  log: Log;
}>;

/** Restores into the empty database of servers that run with the keys of the backup. */
export async function restoreServers(restoring: Restoring): Promise<Loaded> {
  const { manifest, config, log, ...loading } = restoring;
  refuseOtherKeys(manifest, config);
  const { DATABASE_ADMIN_URL: adminUrl, DATA_KEY: dataKey } = config;
  const passwords = rolePasswords(config);
  const loaded = await loadBackup({ ...loading, adminUrl, passwords });
  await rebuildAll({ url: withoutUser(adminUrl), passwords, dataKey, log });
  return loaded;
}

/**
 * With another DATA_KEY personal data could not be read; with other token keys everyone would be
 * signed out.
 */
function refuseOtherKeys({ keys }: Manifest, config: ServerBackupConfig): void {
  const own = serverKeys(config);
  const isSame =
    own.dataKey === keys.dataKey &&
    own.requestHashKey === keys.requestHashKey &&
    own.tokenPrivateKey.trim() === keys.tokenPrivateKey.trim();
  if (isSame) return;
  throw startProblem(
    "These servers have other keys than the backup: take them out of it with --keys FOLDER, and set them first.",
  );
}
