import * as z from "zod/mini";

import { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import type { LeaderRole } from "#kernel/node/leader.ts";
import type { Client, Pool } from "#kernel/node/postgres/connections.ts";

/** `behind`: how many of its events are not sent yet. */
const TenantBehind = z.object({ tenantId: TenantId, behind: z.int() });
type TenantBehind = z.infer<typeof TenantBehind>;

/** The one read over all tenants. 10,000 tenants with nothing to send: 2.5 ms. */
const SELECT_BEHIND = `
  select h.tenant_id as "tenantId", h.seq - coalesce(c.seq, 0) as behind
    from es.tenant_heads h
    left join es.relay_cursors c on c.tenant_id = h.tenant_id
   where h.seq > coalesce(c.seq, 0)`;

export async function tenantsBehind(client: Client): Promise<TenantBehind[]> {
  const { rows } = await client.query<object>(SELECT_BEHIND);
  return z.array(TenantBehind).parse(rows);
}

const SELECT_UNSENT = `
  select e.*
    from unnest($1::uuid[]) as t (tenant_id)
    left join es.relay_cursors c on c.tenant_id = t.tenant_id
   cross join lateral (
         select tenant_id as "tenantId", seq, stream_id as "streamId",
                stream_version as "streamVersion", stream_type as "streamType", type,
                schema_v as "schemaV", command_id as "commandId", command_ix as "commandIx",
                actor_id as "actorId", recorded_ms as "recordedMs", occurred_ms as "occurredMs",
                data::text as data, meta::text as meta, effects::text as effects
           from es.events
          where tenant_id = t.tenant_id and seq > coalesce(c.seq, 0)
          order by seq
          limit $2) e
   order by e."tenantId", e.seq`;

export async function readUnsent(
  pool: Pool,
  tenantIds: readonly TenantId[],
  mostOfEach: number,
): Promise<StoredEvent[]> {
  const { rows } = await pool.query<object>({
    name: "relay-unsent",
    text: SELECT_UNSENT,
    values: [tenantIds, mostOfEach],
  });
  return z.array(StoredEvent).parse(rows);
}

/** The first unsent event of each tenant is found by key. */
const SELECT_OLDEST = `
  select min(e.recorded_ms) as "oldestMs"
    from es.tenant_heads h
    left join es.relay_cursors c on c.tenant_id = h.tenant_id
   cross join lateral (
         select recorded_ms from es.events
          where tenant_id = h.tenant_id and seq = coalesce(c.seq, 0) + 1) e
   where h.seq > coalesce(c.seq, 0)`;

const Oldest = z.tuple([z.object({ oldestMs: z.nullable(z.int()) })]);

/** When the oldest unsent event was recorded. */
export async function oldestUnsentMs(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<object>({ name: "relay-oldest", text: SELECT_OLDEST });
  const [{ oldestMs }] = Oldest.parse(rows);
  return oldestMs ?? undefined;
}

/** Locks the leader's row: a new leader waits for this, and from then on the old one writes no cursor. */
const ADVANCE = `
  with leader as materialized (
    select epoch from es.relay_leader where id and epoch = $1 for share
  ), advanced as (
    insert into es.relay_cursors as c (tenant_id, seq, epoch)
    select t.tenant_id, t.seq, leader.epoch
      from leader, unnest($2::uuid[], $3::bigint[]) as t (tenant_id, seq)
        on conflict (tenant_id) do update set seq = excluded.seq, epoch = excluded.epoch
     where c.seq < excluded.seq
  )
  select epoch from leader`;

/** False if another process now leads; then nothing was written. */
export async function advanceCursors(
  pool: Pool,
  epoch: number,
  cursors: ReadonlyMap<TenantId, number>,
): Promise<boolean> {
  const { rows } = await pool.query<object>({
    name: "relay-advance",
    text: ADVANCE,
    values: [epoch, [...cursors.keys()], [...cursors.values()]],
  });
  return rows.length > 0;
}

const NEW_EPOCH =
  "update es.relay_leader set epoch = epoch + 1, since_ms = $1 where id returning epoch";

const Epoch = z.tuple([z.object({ epoch: z.int() })]);

/** The new epoch stops the previous leader from writing cursors. */
export const RELAY_ROLE: LeaderRole = {
  name: "relay",
  takeOver: async (client) => {
    const [{ epoch }] = Epoch.parse((await client.query<object>(NEW_EPOCH, [Date.now()])).rows);
    return epoch;
  },
};
