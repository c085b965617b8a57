import type pg from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";

/** The tables that are tampered with. */
const TABLES = [
  "es.events",
  "es.tenant_heads",
  "es.stream_heads",
  "es.counters",
  "audit.signed_checkpoints",
  "auth.memberships",
  ...PROJECTIONS.map(({ table }) => `rm.${table.name}`),
];

const copyOf = (table: string): string => `kept.${table.replace(".", "_")}`;

/** Copies all rows once; `restore` resets a tenant's rows. */
export async function keep(admin: pg.Pool) {
  await admin.query("create schema kept");
  for (const table of TABLES) {
    await admin.query(`create table ${copyOf(table)} as select * from ${table}`);
    await admin.query(`create index on ${copyOf(table)} (tenant_id)`);
  }
  return {
    restore: async (tenantId: TenantId): Promise<void> => {
      await admin.query(
        TABLES.map(
          (table) => `delete from ${table} where tenant_id = '${tenantId}';
            insert into ${table} select * from ${copyOf(table)} where tenant_id = '${tenantId}';`,
        ).join("\n"),
      );
    },
  };
}
