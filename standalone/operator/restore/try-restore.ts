import { Client } from "pg";

import { readErasures } from "#kernel/node/erased-list.ts";
import { connectClient } from "#kernel/node/postgres/connections.ts";
import type { RolePasswords } from "#kernel/node/postgres/roles.ts";
import type { BackupSecret } from "#standalone/operator/backup/backup-secret.ts";

import { loadBackup } from "./load-backup.ts";

const NAME = "tillbook_restore_test";

type Trying = Readonly<{
  path: string;
  secret: BackupSecret;
  /** The server on which a temporary database is created. */
  adminUrl: string;
  passwords: RolePasswords;
  erasedDir: string;
}>;

/**
 * Restores a backup into a temporary database; rejects if rows, heads or hashes differ from its
 * manifest.
 */
export async function tryRestore({ erasedDir, adminUrl, ...loading }: Trying): Promise<void> {
  const server = await connectClient(new Client({ connectionString: adminUrl }));
  const drop = `drop database if exists ${NAME} with (force)`;
  try {
    await server.query(drop);
    await server.query(`create database ${NAME} template template0`);
    const url = new URL(adminUrl);
    url.pathname = `/${NAME}`;
    const erased = await readErasures(erasedDir);
    await loadBackup({ ...loading, erased, adminUrl: url.href });
  } finally {
    await server.query(drop);
    await server.end();
  }
}
