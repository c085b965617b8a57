import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { Environment } from "#kernel/node/config/read-config.ts";
import { rolePasswords, type RolePasswords } from "#kernel/node/postgres/roles.ts";
import { openDataFolder } from "#standalone/operator/data-folder.ts";
import { SIGNED_HEAD_KEY_FILE } from "#standalone/operator/signed-head-key/key-file.ts";
import { SECRETS_FILE, type Secrets } from "#standalone/product/secrets.ts";

import { type BackupConfig, type ServerBackupConfig, serverBackupConfig } from "./config.ts";
import type { BackupKeys, Manifest } from "./contents.ts";
import type { BackupSource } from "./write-backup.ts";

export type OpenedSource = Readonly<{
  source: BackupSource;
  /** The database, without a user. */
  url: string;
  passwords: RolePasswords;
  close: () => Promise<void>;
}>;

/**
 * Opens the data to back up: that of servers if their administrator's address is set, otherwise
 * that of a data folder.
 */
export async function openSource(config: BackupConfig, env: Environment): Promise<OpenedSource> {
  if (env["DATABASE_ADMIN_URL"]) return ofServers(serverBackupConfig(env));
  const { secrets, close, url, adminUrl } = await openDataFolder(config.DATA_DIR);
  return {
    source: { adminUrl, keys: keysOf(secrets), files: await filesOf(resolve(config.DATA_DIR)) },
    url,
    passwords: secrets.rolePasswords,
    close,
  };
}

export const keysOf = (secrets: Secrets): BackupKeys => ({
  dataKey: secrets.dataKey,
  requestHashKey: secrets.requestHashKey,
  tokenPrivateKey: secrets.tokenPrivateKey,
  tokenPublicKey: secrets.tokenPublicKey,
});

export const serverKeys = (config: ServerBackupConfig): BackupKeys => ({
  dataKey: config.DATA_KEY.toString("base64"),
  requestHashKey: config.REQUEST_HASH_KEY.toString("base64"),
  tokenPrivateKey: config.TOKEN_PRIVATE_KEY,
  tokenPublicKey: config.TOKEN_PUBLIC_KEY,
});

async function ofServers(config: ServerBackupConfig): Promise<OpenedSource> {
  const { CHECKPOINT_KEY_FILE: path, DATABASE_ADMIN_URL: adminUrl } = config;
  const files =
    path === undefined ? {} : { [SIGNED_HEAD_KEY_FILE]: await readFile(path, "base64") };
  return {
    source: { adminUrl, keys: serverKeys(config), files },
    url: withoutUser(adminUrl),
    passwords: rolePasswords(config),
    close: () => Promise.resolve(),
  };
}

export function withoutUser(adminUrl: string): string {
  const url = new URL(adminUrl);
  url.username = "";
  url.password = "";
  return url.href;
}

const LARGEST_FILE = 256 * 1024;

/** The small files beside the database in a data folder, such as the signing keys. */
export async function filesOf(dataDir: string): Promise<Manifest["files"]> {
  const files: Record<string, string> = {};
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    // Another process may be replacing it.
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size > LARGEST_FILE || name === SECRETS_FILE) continue;
    files[name] = await readFile(path, "base64");
  }
  return files;
}
