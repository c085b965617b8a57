import * as z from "zod/mini";

import { type TenantId } from "#kernel/contract/ids.ts";
import type { Client, PoolClient } from "#kernel/node/postgres/connections.ts";

import { NewsEvent, type Reaction, type ThresholdOf } from "./reaction.ts";

const DIRTY = `
  select h.tenant_id
    from es.tenant_heads h
    left join es.reactor_cursors c on c.tenant_id = h.tenant_id
   where h.seq > coalesce(c.seq, 0)
   limit $1`;

/** Tenants whose log goes on behind the reactor's position. */
export async function findNews(client: Client, most: number): Promise<TenantId[]> {
  const { rows } = await client.query<{ tenant_id: TenantId }>(DIRTY, [most]);
  return rows.map((row) => row.tenant_id);
}

/** The events behind each tenant's position, as many of each; what nothing follows from is only counted. */
const NEWS = `
  select e.*
    from unnest($1::uuid[]) t (tenant_id)
    left join es.reactor_cursors c on c.tenant_id = t.tenant_id
   cross join lateral (
         select v.tenant_id as "tenantId", v.seq, v.type, v.actor_id as "actorId", v.command_id as "commandId",
                v.recorded_ms as "recordedMs",
                case when v.type in ('SaleRecorded', 'StockAdjusted', 'StockCounted') then v.effects -> 'stock' end as stock,
                case when v.type = 'AccountDeletionRequested' then (v.data ->> 'until')::bigint end as "untilMs"
           from es.events v
          where v.tenant_id = t.tenant_id and v.seq > coalesce(c.seq, 0)
          order by v.seq
          limit $2) e
   order by e."tenantId", e.seq`;

export async function readNews(
  client: PoolClient,
  tenantIds: readonly TenantId[],
  mostOfEach: number,
): Promise<NewsEvent[]> {
  const { rows } = await client.query<object>({
    name: "reactor news",
    text: NEWS,
    values: [tenantIds, mostOfEach],
  });
  return z.array(NewsEvent).parse(rows);
}

const THRESHOLDS = `
  select h.tenant_id, h.stream_id, coalesce(
           (h.state ->> 'reorderPoint')::int,
           (select (n.state ->> 'lowStockThreshold')::int from es.stream_heads n
             where n.tenant_id = h.tenant_id and n.stream_id = s.settings_id),
           $4::int) as threshold
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) s (tenant_id, product_id, settings_id)
    join es.stream_heads h on h.tenant_id = s.tenant_id and h.stream_id = s.product_id`;

type ThresholdRow = { tenant_id: string; stream_id: string; threshold: number };

export type Moved = Readonly<{ tenantId: TenantId; productId: string; settingsId: string }>;

/** At which stock each of these products runs low, as it is set now (R41). */
export async function readThresholds(
  client: PoolClient,
  moved: readonly Moved[],
  byDefault: number,
): Promise<ThresholdOf> {
  const found = new Map<string, number>();
  if (moved.length > 0) {
    const { rows } = await client.query<ThresholdRow>(THRESHOLDS, [
      moved.map(({ tenantId }) => tenantId),
      moved.map(({ productId }) => productId),
      moved.map(({ settingsId }) => settingsId),
      byDefault,
    ]);
    for (const row of rows) found.set(row.tenant_id + row.stream_id, row.threshold);
  }
  return (tenantId, productId) => found.get(tenantId + productId) ?? byDefault;
}

/** Those of the reactions that were not handed over before: one an event and a kind (I15). */
export async function claimReactions(
  client: PoolClient,
  reactions: readonly Reaction[],
  nowMs: number,
): Promise<readonly Reaction[]> {
  const { rows } = await client.query<{ tenant_id: string; seq: number; kind: string }>(
    `insert into es.reactions (tenant_id, seq, kind, at_ms)
     select r.tenant_id, r.seq, r.kind, $4
       from unnest($1::uuid[], $2::bigint[], $3::text[]) r (tenant_id, seq, kind)
      order by r.tenant_id, r.seq, r.kind
     on conflict do nothing
     returning tenant_id, seq, kind`,
    [
      reactions.map(({ job }) => job.tenantId),
      reactions.map(({ seq }) => seq),
      reactions.map(({ job }) => job.kind),
      nowMs,
    ],
  );
  const claimed = new Set(rows.map(({ tenant_id, seq, kind }) => `${tenant_id}|${seq}|${kind}`));
  return reactions.filter(({ job, seq }) => claimed.has(`${job.tenantId}|${seq}|${job.kind}`));
}

export async function advance(
  client: PoolClient,
  positions: ReadonlyMap<TenantId, number>,
): Promise<void> {
  await client.query(
    `insert into es.reactor_cursors as c (tenant_id, seq)
     select t.tenant_id, t.seq from unnest($1::uuid[], $2::bigint[]) t (tenant_id, seq) order by t.tenant_id
     on conflict (tenant_id) do update set seq = excluded.seq where c.seq < excluded.seq`,
    [[...positions.keys()], [...positions.values()]],
  );
}
