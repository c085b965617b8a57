import { SYSTEM_ID } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { JobKind, NewJob } from "./job.ts";
import type { Queue } from "./queue.ts";
import { type DueJob, entriesOf, type Triggers } from "./reaction.ts";

type CalendarPorts = Readonly<{ pool: Pool; queue: Queue; triggers: Triggers; clock: Clock }>;

type DueReaction = DueJob & Readonly<{ kind: JobKind }>;

/** Queues what is due by each tenant's local time, once per occasion. */
export function createCalendar(ports: CalendarPorts, everyMs: number) {
  let checkedMs: number | undefined;
  return {
    check: async (): Promise<void> => {
      const nowMs = ports.clock();
      if (checkedMs !== undefined && Math.abs(nowMs - checkedMs) < everyMs) return;
      checkedMs = nowMs;
      await inTransaction(ports.pool, async (client) => {
        const due: DueReaction[] = [];
        for (const [kind, trigger] of entriesOf(ports.triggers)) {
          const jobs = (await trigger.due?.(client, nowMs)) ?? [];
          due.push(...jobs.map((job) => ({ ...job, kind })));
        }
        await ports.queue.add(client, await claimOccasions(client, due, nowMs));
        await forget(client, nowMs - KEPT_MS);
      });
    },
  };
}

/** Events are skipped after a day, so the claim of a job is not needed for longer. */
const KEPT_MS = 3 * 86_400_000;

const forget = (client: PoolClient, beforeMs: number) =>
  client.query(
    `delete from es.reactions where ctid in (
       select r.ctid from es.reactions r where r.at_ms < $1 limit 10000)`,
    [beforeMs],
  );

async function claimOccasions(
  client: PoolClient,
  due: readonly DueReaction[],
  nowMs: number,
): Promise<NewJob[]> {
  const { rows } = await client.query<{ tenant_id: string; kind: string; period: string }>(
    `insert into es.occasions (tenant_id, kind, period, at_ms)
     select o.tenant_id, o.kind, o.period, $4
       from unnest($1::uuid[], $2::text[], $3::text[]) o (tenant_id, kind, period)
      order by o.tenant_id, o.kind, o.period
     on conflict do nothing
     returning tenant_id, kind, period`,
    [
      due.map(({ tenantId }) => tenantId),
      due.map(({ kind }) => kind),
      due.map(({ occasion }) => occasion),
      nowMs,
    ],
  );
  const claimed = new Set(rows.map((row) => `${row.tenant_id}|${row.kind}|${row.period}`));
  return due.flatMap(({ occasion, ...job }) => {
    if (!claimed.has(`${job.tenantId}|${job.kind}|${occasion}`)) return [];
    const key = derivedId(job.tenantId, `${job.kind}|${occasion}`);
    return [{ seq: 0, job: { ...job, key, actorId: SYSTEM_ID, seqs: [] } }];
  });
}
