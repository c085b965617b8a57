import { resolve } from "node:path";

import type { ConnectionSettings } from "#kernel/platform/postgres.ts";
import { databaseOn } from "#standalone/database.ts";
import { runningPostgresUrl, startEmbeddedPostgres } from "#standalone/embedded-postgres.ts";
import { readSecrets } from "#standalone/secrets.ts";

import type { AuditConfig } from "./config.ts";

export type OpenedLog = Readonly<{ connection: ConnectionSettings; close: () => Promise<void> }>;

const ROLE = "auditor_ro";
/** A page of a large tenant may take its time; nobody waits at a till. */
const SETTINGS = { statement_timeout: "0", default_transaction_read_only: "on" };

/** The log of a server, or of a data folder: beside the running product, or started for this look only. */
export async function openLog(config: AuditConfig): Promise<OpenedLog> {
  const { DATABASE_URL: url, DB_PASSWORD_AUDITOR_RO: password } = config;
  if (url && password) {
    const connection = { url, role: ROLE, password, settings: SETTINGS };
    return { connection, close: () => Promise.resolve() };
  }
  const dataDir = resolve(config.DATA_DIR);
  const running = await runningPostgresUrl(dataDir);
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { rolePasswords } = await readSecrets(dataDir);
  return {
    connection: {
      url: databaseOn(running ?? own?.adminUrl ?? "").url,
      role: ROLE,
      password: rolePasswords[ROLE],
      settings: SETTINGS,
    },
    close: async () => own?.stop(),
  };
}
