import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import type { RolePasswords } from "#kernel/node/postgres/roles.ts";
import { systemClock } from "#kernel/node/time.ts";
import { tryRestore } from "#standalone/operator/restore/try-restore.ts";

import { backupDirOf, secretToOpen, secretToSeal } from "./backup-paths.ts";
import type { BackupConfig } from "./config.ts";
import { startDailyBackups } from "./daily-backups.ts";
import type { BackupSource } from "./write-backup.ts";

type Product = Readonly<{
  config: BackupConfig;
  source: () => Promise<BackupSource>;
  passwords: RolePasswords;
  /** The folder of the lists of erased people, if they are not kept with the backups. */
  erasedDir?: string | undefined;
  store: EventStore;
  log: Log;
}>;

/** Takes a backup a day of a running product and restores each as a trial. */
export function startBackups(product: Product, afterMs?: number) {
  const { config, source, passwords, store, log } = product;
  const dir = backupDirOf(config);
  const daily = {
    source,
    secret: () => secretToSeal(config),
    dir,
    tryRestore: async (path: string): Promise<void> => {
      const { adminUrl } = await source();
      const secret = await secretToOpen(config);
      const erasedDir = product.erasedDir ?? dir;
      await tryRestore({ path, secret, adminUrl, passwords, erasedDir });
    },
    store,
    clock: systemClock,
    log,
  };
  return startDailyBackups(daily, afterMs);
}
