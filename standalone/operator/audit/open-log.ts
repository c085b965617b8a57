import { existsSync } from "node:fs";

import type { ConnectionSettings, Pool } from "#kernel/node/postgres/connections.ts";
import { readSignedHeadKeys, installationKeys } from "#kernel/verify/signed-head-keys.ts";
import { openDataFolder } from "#standalone/operator/data-folder.ts";
import { signedHeadKeyFile } from "#standalone/operator/signed-head-key/key-file.ts";

import type { AuditConfig } from "./command.ts";

/** The keys that checkpoints are verified with: those of the house's file, or what the database has of them. */
export const publicKeysOf = async (
  pool: Pool,
  fromFile: readonly Buffer[] | undefined,
): Promise<readonly Buffer[]> => fromFile ?? installationKeys(pool);

export type OpenedLog = Readonly<{
  connection: ConnectionSettings;
  /** Opens sealed texts; absent where the auditor was not given it. */
  dataKey: Buffer | undefined;
  /** Of the house that signs, from outside the database; absent where there is no file of them. */
  signedHeadKeys: readonly Buffer[] | undefined;
  close: () => Promise<void>;
}>;

const ROLE = "auditor_ro";
/** A page of a large tenant may take its time; nobody waits at a till. */
export const auditorSettings = {
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  default_transaction_read_only: "on",
  jit: "off",
  work_mem: "32MB",
  max_parallel_workers_per_gather: "0",
};

/** The log of a server where its address is given, else of a data folder. */
export async function openLog(config: AuditConfig): Promise<OpenedLog> {
  const { DATABASE_URL: url, DB_PASSWORD_AUDITOR_RO: password, DATA_KEY: dataKey } = config;
  if (Boolean(url) !== Boolean(password)) {
    // Another log than the one that was meant would be said to hold.
    throw new Error("Set DATABASE_URL and DB_PASSWORD_AUDITOR_RO together, or neither");
  }
  const file = config.CHECKPOINT_KEY_FILE;
  if (url && password) {
    const connection = { url, role: ROLE, password, settings: auditorSettings };
    const signedHeadKeys = file === undefined ? undefined : await publicKeysIn(file);
    return { connection, dataKey, signedHeadKeys, close: () => Promise.resolve() };
  }
  const { url: own, secrets, close } = await openDataFolder(config.DATA_DIR);
  const { [ROLE]: ownPassword } = secrets.rolePasswords;
  const ownFile = file ?? signedHeadKeyFile(config.DATA_DIR);
  return {
    connection: { url: own, role: ROLE, password: ownPassword, settings: auditorSettings },
    dataKey: Buffer.from(secrets.dataKey, "base64"),
    signedHeadKeys: existsSync(ownFile) ? await publicKeysIn(ownFile) : undefined,
    close,
  };
}

const publicKeysIn = async (path: string): Promise<readonly Buffer[]> =>
  (await readSignedHeadKeys(path)).publicKeys;
