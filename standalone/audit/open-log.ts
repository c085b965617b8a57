import type { ConnectionSettings } from "#kernel/platform/postgres.ts";
import { openDataFolder } from "#standalone/data-folder.ts";

import type { AuditConfig } from "./config.ts";

export type OpenedLog = Readonly<{ connection: ConnectionSettings; close: () => Promise<void> }>;

const ROLE = "auditor_ro";
/** A page of a large tenant may take its time; nobody waits at a till. */
const SETTINGS = { statement_timeout: "0", default_transaction_read_only: "on" };

/** The log of a server where its address is given, else of a data folder. */
export async function openLog(config: AuditConfig): Promise<OpenedLog> {
  const { DATABASE_URL: url, DB_PASSWORD_AUDITOR_RO: password } = config;
  if (url && password) {
    const connection = { url, role: ROLE, password, settings: SETTINGS };
    return { connection, close: () => Promise.resolve() };
  }
  const { url: own, secrets, close } = await openDataFolder(config.DATA_DIR);
  const { [ROLE]: ownPassword } = secrets.rolePasswords;
  return { connection: { url: own, role: ROLE, password: ownPassword, settings: SETTINGS }, close };
}
