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
  /** Of the server on which a database is made for it, and dropped again. */
  adminUrl: string;
  passwords: RolePasswords;
  erasedDir: string;
}>;

/** Whether a backup can be restored: rows, heads and chains as its manifest says. Rejects where not. */
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
