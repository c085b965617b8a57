import { resolve } from "node:path";

import { type BackupSecret, keyFileSecret, ownKeyFile, passwordSecret } from "./backup-secret.ts";
import type { BackupConfig } from "./config.ts";

const NAME = /^tillbook-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** Names sort by time. */
export const backupName = (ms: number): string =>
  `tillbook-${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** When the backup of that name was taken, to the second. */
export const backupMs = (name: string): number =>
  Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z"));

type Named = Pick<BackupConfig, "DATA_DIR" | "BACKUP_DIR" | "BACKUP_PASSWORD" | "BACKUP_KEY_FILE">;

/** Beside the data folder, so that losing one does not lose the other. */
export const backupDirOf = ({ DATA_DIR, BACKUP_DIR }: Named): string =>
  resolve(BACKUP_DIR ?? `${resolve(DATA_DIR)}-backups`);

/** Not in the data folder, which can be lost, and not with the backups, which can be found. */
const keyFileOf = ({ DATA_DIR, BACKUP_KEY_FILE }: Named): string =>
  resolve(BACKUP_KEY_FILE ?? `${resolve(DATA_DIR)}-backup.key`);

/** The configured password, or the key file; a default key file is created if missing. */
export const secretToSeal = async (config: Named): Promise<BackupSecret> =>
  config.BACKUP_PASSWORD === undefined
    ? ownKeyFile(keyFileOf(config))
    : passwordSecret(config.BACKUP_PASSWORD);

export const secretToOpen = async (config: Named): Promise<BackupSecret> =>
  config.BACKUP_PASSWORD === undefined
    ? keyFileSecret(keyFileOf(config))
    : passwordSecret(config.BACKUP_PASSWORD);
