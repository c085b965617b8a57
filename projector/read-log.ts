import type { PoolClient } from "pg";

import type { StoredToApply } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { JSON_AS_TEXT } from "#kernel/node/postgres/connections.ts";

import { lowest, type Checkpoints } from "./checkpoints.ts";

/**
 * The events after the lowest checkpoint of each tenant, ordered by tenant and number, at most
 * `limit` in all. Without the columns that no read model needs: they take time to parse.
 */
export async function readLog(
  client: PoolClient,
  checkpoints: Checkpoints,
  limit: number,
): Promise<StoredToApply[]> {
  const { rows } = await client.query<StoredToApply>({
    name: "read log",
    text: `select e.tenant_id as "tenantId", e.seq, e.stream_version as "streamVersion", e.type,
                  e.schema_v as "schemaV", e.actor_id as "actorId", e.recorded_ms as "recordedMs",
                  e.occurred_ms as "occurredMs", e.data, e.effects,
                  case when e.meta::text like '%"flags":%' then e.meta end as meta
             from unnest($1::uuid[], $2::bigint[]) w(tenant_id, after)
            cross join lateral (select * from es.events x
                                 where x.tenant_id = w.tenant_id and x.seq > w.after
                                 order by x.seq limit $3) e
            limit $3`,
    values: [[...checkpoints.keys()], [...checkpoints.values()].map(lowest), limit],
    types: JSON_AS_TEXT,
  });
  return rows;
}

/** Returns the tenants that have a message that differs from the log. */
export async function findForged(
  client: PoolClient,
  messages: readonly Readonly<{ tenantId: TenantId; seq: number; leaf: Buffer }>[],
): Promise<ReadonlySet<TenantId>> {
  const { rows } = await client.query<{ tenant_id: TenantId }>({
    name: "find forged",
    text: `select distinct m.tenant_id
             from unnest($1::uuid[], $2::bigint[], $3::bytea[]) m(tenant_id, seq, leaf)
             left join lateral (select x.leaf from es.events x
                                 where x.tenant_id = m.tenant_id and x.seq = m.seq) e on true
            where e.leaf is distinct from m.leaf`,
    values: [
      messages.map(({ tenantId }) => tenantId),
      messages.map(({ seq }) => seq),
      messages.map(({ leaf }) => leaf),
    ],
  });
  return new Set(rows.map((row) => row.tenant_id));
}
