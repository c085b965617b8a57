import * as z from "zod/mini";

import { notificationSettingsStream } from "#command-api/tenant-rules/alert-settings.ts";
import { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Client, PoolClient } from "#kernel/node/postgres/connections.ts";

import type { NewJob } from "./job.ts";

export const UnreadEvent = z.object({
  tenantId: TenantId,
  seq: z.int(),
  type: z.string(),
  actorId: UserId,
  commandId: CommandId,
  recordedMs: z.int(),
  /** Per product: how much it moved and how much there was after. */
  stock: z.nullable(z.array(z.tuple([StreamId, z.int(), z.int()]))),
  /** When a tenant is to be deleted. */
  untilMs: z.nullable(z.int()),
  /** Who bought, of a tenant that emails receipts to its customers by itself. */
  customerId: z.nullable(z.string()),
});
export type UnreadEvent = z.infer<typeof UnreadEvent>;

/** The stock below which a product runs low. */
export type ThresholdOf = (tenantId: TenantId, productId: string) => number;

const TENANTS_BEHIND = `
  select h.tenant_id
    from es.tenant_heads h
    left join es.reactor_cursors c on c.tenant_id = h.tenant_id
   where h.seq > coalesce(c.seq, 0)
   limit $1`;

/** Tenants with events after the reactor's cursor. */
export async function tenantsBehind(client: Client, most: number): Promise<TenantId[]> {
  const { rows } = await client.query<{ tenant_id: TenantId }>(TENANTS_BEHIND, [most]);
  return rows.map((row) => row.tenant_id);
}

/**
 * Up to $2 events of each tenant after its cursor. Includes events that cause no job, so that the
 * cursor passes them.
 */
const UNREAD_EVENTS = `
  select e.*
    from unnest($1::uuid[], $3::uuid[]) t (tenant_id, settings_id)
    left join es.reactor_cursors c on c.tenant_id = t.tenant_id
    left join es.stream_heads n on n.tenant_id = t.tenant_id and n.stream_id = t.settings_id
   cross join lateral (
         select v.tenant_id as "tenantId", v.seq, v.type, v.actor_id as "actorId", v.command_id as "commandId",
                v.recorded_ms as "recordedMs",
                case when v.type in ('SaleRecorded', 'StockAdjusted', 'StockCounted') then v.effects -> 'stock' end as stock,
                case when v.type = 'AccountDeletionRequested' then (v.data ->> 'until')::bigint end as "untilMs",
                case when v.type = 'SaleRecorded' and (n.state ->> 'customerNotifications')::boolean
                     then v.data #>> '{customer,id}' end as "customerId"
           from es.events v
          where v.tenant_id = t.tenant_id and v.seq > coalesce(c.seq, 0)
          order by v.seq
          limit $2) e
   order by e."tenantId", e.seq`;

export async function readUnreadEvents(
  client: PoolClient,
  tenantIds: readonly TenantId[],
  mostOfEach: number,
): Promise<UnreadEvent[]> {
  const { rows } = await client.query<object>({
    name: "reactor unread",
    text: UNREAD_EVENTS,
    values: [tenantIds, mostOfEach, tenantIds.map(notificationSettingsStream)],
  });
  return z.array(UnreadEvent).parse(rows);
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

/** `settingsId`: the stream of the tenant's notification settings. */
export type MovedProduct = Readonly<{ tenantId: TenantId; productId: string; settingsId: string }>;

/** The thresholds of these products as they are set now: the product's own, the tenant's, or the default. */
export async function readThresholds(
  client: PoolClient,
  moved: readonly MovedProduct[],
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

/** The jobs that were not queued before: one per event and kind. */
export async function claimJobs(
  client: PoolClient,
  jobs: readonly NewJob[],
  nowMs: number,
): Promise<readonly NewJob[]> {
  if (jobs.length === 0) return [];
  const { rows } = await client.query<{ tenant_id: string; seq: number; kind: string }>(
    `insert into es.reactions (tenant_id, seq, kind, at_ms)
     select r.tenant_id, r.seq, r.kind, $4
       from unnest($1::uuid[], $2::bigint[], $3::text[]) r (tenant_id, seq, kind)
      order by r.tenant_id, r.seq, r.kind
     on conflict do nothing
     returning tenant_id, seq, kind`,
    [
      jobs.map(({ job }) => job.tenantId),
      jobs.map(({ seq }) => seq),
      jobs.map(({ job }) => job.kind),
      nowMs,
    ],
  );
  const claimed = new Set(rows.map(({ tenant_id, seq, kind }) => `${tenant_id}|${seq}|${kind}`));
  return jobs.filter(({ job, seq }) => claimed.has(`${job.tenantId}|${seq}|${job.kind}`));
}

export async function advanceCursors(
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
