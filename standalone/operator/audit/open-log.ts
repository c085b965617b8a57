import { existsSync } from "node:fs";

import { TenantId } from "#kernel/contract/ids.ts";
import type { ConnectionSettings, Pool, Queryable } from "#kernel/node/postgres/connections.ts";
import { readSignedHeadKeys, installationKeys } from "#kernel/verify/signed-head-keys.ts";
import { openDataFolder } from "#standalone/operator/data-folder.ts";
import { signedHeadKeyFile } from "#standalone/operator/signed-head-key/key-file.ts";

import type { AuditConfig } from "./command.ts";

export type OpenedLog = Readonly<{
  connection: ConnectionSettings;
  /** Opens sealed texts; absent if the auditor does not have the key. */
  dataKey: Buffer | undefined;
  /** From the signing key file, outside the database; absent if there is no such file. */
  signedHeadKeys: readonly Buffer[] | undefined;
  close: () => Promise<void>;
}>;

const ROLE = "auditor_ro";
/** No timeouts: a page of a large tenant can take long, and no cashier waits for it. */
export const auditorSettings = {
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  default_transaction_read_only: "on",
  jit: "off",
  work_mem: "32MB",
  max_parallel_workers_per_gather: "0",
};

/** Opens the log of a server if its address is set, otherwise that of a data folder. */
export async function openLog(config: AuditConfig): Promise<OpenedLog> {
  const { DATABASE_URL: url, DB_PASSWORD_AUDITOR_RO: password, DATA_KEY: dataKey } = config;
  if (Boolean(url) !== Boolean(password)) {
    // If only one of them were set, another log than the intended one would be verified.
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

// Skips from tenant to tenant by the key, without reading the events in between.
const TENANTS_SQL = `
  with recursive t as (
    (select tenant_id from es.events order by tenant_id limit 1)
    union all
    select (select e.tenant_id from es.events e where e.tenant_id > t.tenant_id order by e.tenant_id limit 1)
      from t where t.tenant_id is not null)
  select tenant_id from t where tenant_id is not null
   union
  select tenant_id from es.tenant_heads
   order by tenant_id`;

/** Every tenant with a head or an event: a missing head is a deviation, not an empty log. */
export async function tenantsOfLog(db: Queryable): Promise<TenantId[]> {
  const { rows } = await db.query<{ tenant_id: string }>(TENANTS_SQL);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

/** The keys that verify signed heads: from the key file, otherwise those in the database. */
export const publicKeysOf = async (
  pool: Pool,
  fromFile: readonly Buffer[] | undefined,
): Promise<readonly Buffer[]> => fromFile ?? installationKeys(pool);
