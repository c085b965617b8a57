import { DEFAULT_NOTIFICATIONS } from "#kernel/contract/default-settings.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

import type { Check, LoggedEvent } from "./evidence.ts";

type JobRow = { tenant_id: TenantId; seq: number; jobs: number };

/** Jobs, by the event that caused them. */
const JOBS = `
  select (j.data ->> 'tenantId')::uuid as tenant_id, (j.data -> 'seqs' ->> 0)::int as seq,
         count(*)::int as jobs
    from jobs.job j where j.name = 'reactions' and j.data ->> 'kind' = 'low-stock'
   group by 1, 2`;

/** One job for each event after which a product began to run low, and no product in two emails. */
export const atMostOnce: Check = async ({ world, logs }) => {
  const { rows } = await world.admin.query<JobRow>(JOBS);
  const found: string[] = [];
  for (const [tenantId, events] of logs) {
    const due = new Set(events.filter(startsToRunLow).map(({ event }) => event.seq));
    const own = rows.filter((row) => row.tenant_id === tenantId);
    for (const { seq, jobs } of own) {
      if (jobs > 1) found.push(`${tenantId}: ${jobs} jobs after event ${seq}`);
      if (!due.has(seq)) found.push(`${tenantId}: a job after event ${seq}, which needs none`);
      due.delete(seq);
    }
    for (const seq of due) found.push(`${tenantId}: no job after event ${seq}`);
    found.push(...repeatedMails(events).map((message) => `${tenantId}: ${message}`));
  }
  return found;
};

/** The stock fell below the threshold with this event. */
function startsToRunLow({ event }: LoggedEvent): boolean {
  const { lowStockThreshold } = DEFAULT_NOTIFICATIONS;
  if (!["SaleRecorded", "StockAdjusted", "StockCounted"].includes(event.type)) return false;
  return (event.effects.stock ?? []).some(
    ([, delta, after]) => after < lowStockThreshold && after - delta >= lowStockThreshold,
  );
}

/** An email is requested and taken once, however often its job ran. */
function repeatedMails(events: readonly LoggedEvent[]): string[] {
  const mails = events.filter(({ event }) => event.streamType === "mail");
  const names = mails.map(({ event }) => `${event.type} of ${event.streamId}`);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `${name} is there twice`,
  );
}
