import type { Queryable } from "#command-api/event-store/append.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

/** A place in a log: the number of an event, or a time. */
export type Moment = Readonly<{ seq: number } | { ms: number }>;

const WHOLE = /^\d{1,15}$/;

export function parseMoment(text: string): Moment {
  if (WHOLE.test(text)) return { seq: Number(text) };
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) {
    throw new Error("a moment is the number of an event, or a time like 2026-11-21T18:00:00Z");
  }
  return { ms };
}

/** The last event of a tenant up to a moment; without one the end of its log. */
export async function seqAt(
  db: Queryable,
  tenantId: TenantId,
  moment: Moment | undefined,
): Promise<number> {
  const { rows } = await db.query<{ seq: number }>(
    "select seq from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  const head = rows[0]?.seq ?? 0;
  if (!moment) return head;
  if ("seq" in moment) return Math.min(moment.seq, head);
  // Times of the log never go back: a search by halves.
  let [low, high] = [0, head];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await isRecordedBy(db, tenantId, middle, moment.ms)) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function isRecordedBy(
  db: Queryable,
  tenantId: TenantId,
  seq: number,
  ms: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    "select 1 from es.events where tenant_id = $1 and seq = $2 and recorded_ms <= $3",
    [tenantId, seq, ms],
  );
  return rowCount === 1;
}
