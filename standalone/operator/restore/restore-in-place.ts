import { migrate } from "#command-api/migrate/migrate.ts";
import { requireKnownKeys } from "#kernel/node/crypto/known-keys.ts";
import type { ErasedSubject } from "#kernel/node/erased-list.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { rolePasswords } from "#kernel/node/postgres/roles.ts";
import type { ServerBackupConfig } from "#standalone/operator/backup/config.ts";
import { withoutUser } from "#standalone/operator/backup/open-source.ts";

import { eraseAgain } from "./erase-again.ts";
import { connect } from "./load-backup.ts";
import { rebuildAll } from "./rebuild-all.ts";

type Restoring = Readonly<{
  config: ServerBackupConfig;
  erased: readonly ErasedSubject[];
  log: Log;
}>;

/**
 * Completes a database that Postgres restored to an earlier moment, before it is used: migrates
 * it, erases people again, and rebuilds the read models. Returns how many of these people were not
 * erased in the restored data.
 */
export async function restoreInPlace({ config, erased, log }: Restoring): Promise<number> {
  const { DATABASE_ADMIN_URL: adminUrl, DATA_KEY: dataKey } = config;
  const passwords = rolePasswords(config);
  await migrate({ adminUrl, passwords });
  const url = withoutUser(adminUrl);
  await requireKnownKeys({
    connection: { url, role: "cmd_writer", password: passwords.cmd_writer },
    held: [{ name: "data", place: "DATA_KEY", keys: [dataKey] }],
  });
  const client = await connect(adminUrl);
  try {
    await client.query("begin");
    const erasedAgain = await eraseAgain(client, erased);
    await client.query("commit");
    await rebuildAll({ url, passwords, dataKey, log });
    return erasedAgain;
  } finally {
    await client.end();
  }
}
