import { erasedSettings } from "#command-api/config.ts";
import { migrateSettings } from "#command-api/migrate/config.ts";
import { type Environment, readConfig } from "#kernel/node/config/read-config.ts";
import { privateKey, secretKey } from "#kernel/node/config/secret-settings.ts";
import {
  checkedText,
  described,
  optional,
  requiredText,
  text,
} from "#kernel/node/config/settings.ts";
import {
  signedHeadKeySettings,
  dataKey,
  tokenPublicKey,
} from "#kernel/node/config/shared-settings.ts";

import { SHORTEST_PASSWORD } from "./backup-secret.ts";

const backupSecretSettings = {
  BACKUP_PASSWORD: optional(
    described(
      checkedText(
        `must have at least ${SHORTEST_PASSWORD} characters`,
        (value) => value.length >= SHORTEST_PASSWORD,
      ),
      {
        meaning: "password that backups are sealed under, instead of a key file",
        secret: "chosen",
      },
    ),
  ),
  BACKUP_KEY_FILE: optional(
    requiredText(
      "file with the 32-byte key of the backups, in base64; default DATA_DIR-backup.key",
    ),
  ),
};

const backupFolderSettings = {
  BACKUP_DIR: optional(
    requiredText(
      "folder of the automatic backups and of the list of erased people; DATA_DIR-backups",
    ),
  ),
};

/** For a data folder. */
export const backupSettings = {
  DATA_DIR: text("folder of the database, the keys and the demo sign-ins", "./data"),
  ...backupFolderSettings,
  ...backupSecretSettings,
};

/** For servers, if `DATABASE_ADMIN_URL` is set. */
export const serverBackupSettings = {
  ...migrateSettings,
  DATA_KEY: dataKey,
  REQUEST_HASH_KEY: secretKey("keys the hashes of requests, 32 bytes in base64"),
  TOKEN_PRIVATE_KEY: privateKey("signs sign-in tokens: Ed25519 private key, PKCS#8 PEM in base64"),
  TOKEN_PUBLIC_KEY: tokenPublicKey,
  ...signedHeadKeySettings,
  ...erasedSettings,
};

export const backupConfig = (env: Environment) => readConfig(backupSettings, env);
export type BackupConfig = ReturnType<typeof backupConfig>;

export const serverBackupConfig = (env: Environment) => readConfig(serverBackupSettings, env);
export type ServerBackupConfig = ReturnType<typeof serverBackupConfig>;
