import type { Distributed, Query } from "#tests/kit/product/distributed.ts";
import { until } from "#tests/kit/product/sales-load.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";

/** Increases by one with each new leader of the relay. */
export async function relayEpoch(query: Query): Promise<number> {
  const [row] = await query<{ epoch: number }>("select epoch::int from es.relay_leader");
  return row?.epoch ?? 0;
}

/** The command API whose connection holds the relay's lock. */
export async function relayLeader(it: Distributed): Promise<ServiceProcess> {
  const [row] = await it.query<{ pid: number }>(
    `select split_part(a.application_name, ':', 2)::int as pid
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and a.usename = 'relay' and a.datname = current_database()`,
  );
  const leader = it.product().commandApis.find((api) => api.pid() === row?.pid);
  if (!leader) throw new Error("no command API leads the relay");
  return leader;
}

/** Waits until Kafka has every event of the tenant; returns how long that took, in ms. */
export const relayed = (query: Query, tenantId: string, withinMs: number): Promise<number> =>
  until(
    "Kafka has every event",
    async () => {
      const [row] = await query<{ done: boolean }>(
        `select c.seq = h.seq as done from es.tenant_heads h
           left join es.relay_cursors c on c.tenant_id = h.tenant_id where h.tenant_id = $1`,
        [tenantId],
      );
      return row?.done === true;
    },
    withinMs,
  );
