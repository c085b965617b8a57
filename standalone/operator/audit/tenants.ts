import { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

// From one tenant of the events to the next by the key, without reading what lies between.
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

/** Every tenant that has a head or an event: a head that is gone is a deviation, not an empty log. */
export async function tenantsOfLog(db: Queryable): Promise<TenantId[]> {
  const { rows } = await db.query<{ tenant_id: string }>(TENANTS_SQL);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}
