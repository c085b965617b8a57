import type pg from "pg";

import type { ConnectionSettings, Pool } from "#kernel/node/postgres/connections.ts";
import type { LoginRole } from "#kernel/node/postgres/roles.ts";
import type { OpenedLog } from "#standalone/operator/audit/open-log.ts";
import { auditorSettings } from "#standalone/operator/audit/open-log.ts";

import { DATA_KEY, newSigningKeys } from "./tampered-shops.ts";

export type TamperDatabase = Readonly<{
  admin: pg.Pool;
  as: (role: LoginRole, max: number) => Pool;
  connectionOf: (role: LoginRole) => ConnectionSettings;
}>;

/** A test database's log as `npm run audit` opens it, and the keys that sign it. */
export function auditedLog({ connectionOf }: Pick<TamperDatabase, "connectionOf">) {
  const keys = newSigningKeys();
  const log: OpenedLog = {
    connection: { ...connectionOf("auditor_ro"), settings: auditorSettings },
    dataKey: DATA_KEY,
    signedHeadKeys: keys.publicKeys,
    close: () => Promise.resolve(),
  };
  return { keys, log };
}
