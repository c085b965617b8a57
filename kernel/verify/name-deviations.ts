import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { type LogDeviation, missing, NOT_AS_RECORDED } from "./deviation.ts";
import { chainAfter, genesis, leafOf } from "./hashes.ts";
import {
  BEFORE_ALL_ROWS,
  eventBefore,
  type LoggedEvent,
  type LogHead,
  rowsAfter,
} from "./read-log.ts";

/** A log whose event `firstBad` is the first that does not hold. */
export type BrokenLog = Readonly<{ head: LogHead | undefined; firstBad: number }>;

export type NameDeviations = (
  db: Queryable,
  tenantId: TenantId,
  broken: BrokenLog,
) => Promise<LogDeviation[]>;

/** After an inserted or removed event every later one deviates: a reader needs the first ones. */
const MOST = 100;

/** Names each event that does not hold by its own hashes and the event before it, and the head. */
export const nameDeviations: NameDeviations = async (db, tenantId, { head, firstBad }) => {
  const start = await eventBefore(db, tenantId, firstBad);
  let last: Last = start ?? { seq: 0, chain: genesis(tenantId), recordedMs: 0 };
  const found: LogDeviation[] = [];
  for await (const row of rowsAfter(db, tenantId, start?.seq ?? BEFORE_ALL_ROWS)) {
    if (row.seq < 1 || row.seq > (head?.seq ?? Infinity)) {
      found.push({ seq: row.seq, kind: "extra-row", message: "the log has no such event" });
    } else {
      found.push(...checkEvent(last, row));
      last = row;
    }
    if (found.length >= MOST) return found.slice(0, MOST);
  }
  return [...found, ...checkHead(last, head)];
};

type Last = Pick<LoggedEvent, "seq" | "chain" | "recordedMs">;

function checkEvent(last: Last, row: LoggedEvent): LogDeviation[] {
  const { seq } = row;
  const expected = last.seq + 1;
  const gap: LogDeviation[] =
    seq > expected ? [{ seq: expected, kind: "gap", message: missing(expected, seq - 1) }] : [];
  if (!leafOf(row).equals(row.leaf)) {
    return [...gap, { seq, kind: "payload", message: NOT_AS_RECORDED }];
  }
  if (gap.length > 0 || chainAfter(last.chain, row.leaf).equals(row.chain)) return gap;
  return [{ seq, kind: "forked-history", message: "does not continue the event before it" }];
}

function checkHead(last: Last, head: LogHead | undefined): LogDeviation[] {
  const { seq } = last;
  if (!head) return [{ seq, kind: "head", message: "the tenant has no head" }];
  if (head.seq > seq) {
    return [{ seq: seq + 1, kind: "cut-tail", message: missing(seq + 1, head.seq) }];
  }
  if (!head.chain.equals(last.chain)) {
    return [{ seq, kind: "head", message: "the head has another chain" }];
  }
  if (head.lastMs >= last.recordedMs) return [];
  return [{ seq, kind: "head", message: "the head is older than the last event" }];
}
