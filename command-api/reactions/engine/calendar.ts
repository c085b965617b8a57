import { SYSTEM_ID, type TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { Job } from "./job.ts";
import type { Queue } from "./queue.ts";

type Ports = Readonly<{ pool: Pool; queue: Queue; clock: Clock; log: Log }>;

type ReportRow = { tenant_id: TenantId; frequency: string; from_day: string; to_day: string };
type TrialRow = { tenant_id: TenantId; trial_until: string };

type Occasion = Readonly<{ period: string; job: Omit<Job, "key" | "actorId" | "seqs"> }>;

/** What is due by a shop's own clock, each period once, also where the clock or the process is set back. */
export function createCalendar(ports: Ports, everyMs: number) {
  let lookedMs: number | undefined;
  return {
    look: async (): Promise<void> => {
      const nowMs = ports.clock();
      if (lookedMs !== undefined && Math.abs(nowMs - lookedMs) < everyMs) return;
      lookedMs = nowMs;
      await inTransaction(ports.pool, async (client) => {
        const occasions = [
          ...(await dueReports(client, nowMs)),
          ...(await endedTrials(client, nowMs)),
        ];
        await ports.queue.add(client, await claim(client, occasions, nowMs));
        await forget(client, nowMs - KEPT_MS);
      });
    },
  };
}

/** No event is reacted to that late: that it was is no longer asked. */
const KEPT_MS = 3 * 86_400_000;

const forget = (client: PoolClient, beforeMs: number) =>
  client.query(
    `delete from es.reactions where ctid in (
       select r.ctid from es.reactions r where r.at_ms < $1 limit 10000)`,
    [beforeMs],
  );

async function dueReports(client: PoolClient, nowMs: number): Promise<Occasion[]> {
  const { rows } = await client.query<ReportRow>(
    `select tenant_id, frequency, from_day::text, to_day::text from rm.due_reports($1)`,
    [nowMs],
  );
  return rows.map(({ tenant_id: tenantId, frequency, from_day: from, to_day: to }) => ({
    period: `${frequency} ${to}`,
    job: { kind: "sales-report", tenantId, period: { frequency, from, to } },
  }));
}

async function endedTrials(client: PoolClient, nowMs: number): Promise<Occasion[]> {
  const { rows } = await client.query<TrialRow>(
    `select tenant_id, trial_until::text from rm.ended_trials($1)`,
    [nowMs],
  );
  return rows.map(({ tenant_id: tenantId, trial_until: period }) => ({
    period,
    job: { kind: "trial-end", tenantId },
  }));
}

async function claim(client: PoolClient, occasions: readonly Occasion[], nowMs: number) {
  const { rows } = await client.query<{ tenant_id: string; kind: string; period: string }>(
    `insert into es.occasions (tenant_id, kind, period, at_ms)
     select o.tenant_id, o.kind, o.period, $4
       from unnest($1::uuid[], $2::text[], $3::text[]) o (tenant_id, kind, period)
      order by o.tenant_id, o.kind, o.period
     on conflict do nothing
     returning tenant_id, kind, period`,
    [
      occasions.map(({ job }) => job.tenantId),
      occasions.map(({ job }) => job.kind),
      occasions.map(({ period }) => period),
      nowMs,
    ],
  );
  const claimed = new Set(rows.map((row) => `${row.tenant_id}|${row.kind}|${row.period}`));
  return occasions.flatMap(({ job, period }) => {
    const name = `${job.tenantId}|${job.kind}|${period}`;
    if (!claimed.has(name)) return [];
    const key = derivedId(job.tenantId, `${job.kind}|${period}`);
    return [{ seq: 0, job: { ...job, key, actorId: SYSTEM_ID, seqs: [] } }];
  });
}
