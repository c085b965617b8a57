import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Projection } from "#projector/projections/projection.ts";

import { shadowOf } from "./shadow.ts";

export type Difference = Readonly<{
  projection: string;
  tenantId: TenantId;
  /** Row counts. If they are equal, the contents differ. */
  served: number;
  rebuilt: number;
}>;

/**
 * Tenants whose served rows differ from the rebuilt ones. Compares counts and hashes in one
 * snapshot, for tenants with the same checkpoint in both tables.
 */
export async function compare(owner: Pool, projection: Projection): Promise<readonly Difference[]> {
  const { table } = projection;
  const shadow = shadowOf(projection);
  const sums = (name: string) =>
    `select t.tenant_id, count(*)::int as n, sum(hashtextextended(t::text, 0)::numeric) as h
       from rm.${name} t group by t.tenant_id`;
  const { rows } = await owner.query<Omit<Difference, "projection">>(
    `select c.tenant_id as "tenantId", coalesce(a.n, 0) as served, coalesce(b.n, 0) as rebuilt
       from rm.checkpoints c
       join rm.checkpoints d on d.tenant_id = c.tenant_id and d.seq = c.seq and d.projection = $2
       left join (${sums(table.name)}) a on a.tenant_id = c.tenant_id
       left join (${sums(shadow.table.name)}) b on b.tenant_id = c.tenant_id
      where c.projection = $1 and (a.n, a.h) is distinct from (b.n, b.h)
      order by c.tenant_id`,
    [projection.name, shadow.name],
  );
  return rows.map((row) => ({ projection: projection.name, ...row }));
}
