import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import { type LogHead, readHead } from "#standalone/operator/audit/diagnosis/compare-head.ts";
import { examine } from "#standalone/operator/audit/diagnosis/diagnose.ts";

import { type CheckedRange, checkRange, type SeqRange } from "./check-range.ts";
import type { Found } from "./deviation.ts";
import { genesis } from "./hashes.ts";

/** What one statement hashes: a second of work at most, and a megabyte of what is handed on. */
const RANGE = 4000;

/** One connection or several that see the same snapshot of the database. */
export type Readers = Readonly<{
  /** Runs a question on whichever connection is free, in the order of asking. */
  each: <Result>(ask: (db: Queryable) => Promise<Result>) => Promise<Result>;
  /** How many questions are answered at once. */
  lanes: number;
}>;

/** One connection alone: question after question. */
export function onOne(db: Queryable): Readers {
  let last: Promise<unknown> = Promise.resolve();
  return {
    each: (ask) => {
      const answer = last.then(() => ask(db));
      last = answer.catch(() => undefined); // thrown where it is waited for
      return answer;
    },
    lanes: 1,
  };
}

export type LogVerified = Readonly<{ head: LogHead | undefined; events: number; found: Found[] }>;

export type Watching = Readonly<{
  /** Every range in order, as far as the log holds. */
  onRange?: (range: CheckedRange) => void;
  onEvents?: (events: number) => void;
}>;

/** The numbers, hashes and head of one tenant's log. */
export async function verifyLog(
  readers: Readers,
  tenantId: TenantId,
  watching: Watching = {},
): Promise<LogVerified> {
  const head = await readers.each((db) => readHead(db, tenantId));
  const checked = await checkRanges(readers, tenantId, { to: head?.seq ?? 0, ...watching });
  const strays = await readers.each((db) => strayRows(db, tenantId, head?.seq ?? 0));
  const events = checked.events + strays.count;
  const firstBad = checked.firstBad ?? strays.first ?? badEnd(head, checked);
  if (firstBad === undefined) return { head, events, found: [] };
  const found = await readers.each((db) => examine(db, tenantId, { head, firstBad }));
  return { head, events, found };
}

type Checked = { events: number; firstBad: number | undefined; chain: Buffer; lastMs: number };

/** Some ranges at once, taken in their order. */
async function checkRanges(
  { each, lanes }: Readers,
  tenantId: TenantId,
  { to, onRange, onEvents }: Watching & Readonly<{ to: number }>,
): Promise<Checked> {
  const sum: Checked = { events: 0, firstBad: undefined, chain: genesis(tenantId), lastMs: 0 };
  const ahead: Promise<CheckedRange>[] = [];
  let next = 0;
  const ask = (): void => {
    const range: SeqRange = { from: next, to: Math.min(next + RANGE, to) };
    next = range.to;
    const checking = each((db) => checkRange(db, tenantId, range));
    checking.catch(() => undefined); // thrown where it is waited for
    ahead.push(checking);
  };
  while (next < to || ahead.length > 0) {
    while (next < to && ahead.length <= lanes) ask();
    const range = await ahead.shift();
    if (!range) break;
    take(sum, range);
    onEvents?.(range.events);
    if (sum.firstBad === undefined) onRange?.(range);
  }
  return sum;
}

function take(sum: Checked, range: CheckedRange): void {
  sum.events += range.events;
  sum.chain = range.chain ?? sum.chain;
  sum.lastMs = range.lastMs ?? sum.lastMs;
  // A range without its last row says nothing of it: the next one begins with what is missing.
  const isWhole = range.events === range.to - range.from;
  sum.firstBad ??= range.firstBad ?? (isWhole ? undefined : range.from + range.events + 1);
}

/** Rows with numbers that the head does not know. */
async function strayRows(
  db: Queryable,
  tenantId: TenantId,
  headSeq: number,
): Promise<{ count: number; first: number | undefined }> {
  const { rows } = await db.query<{ count: number; isInFront: boolean | null }>(
    `select count(*)::int as count, bool_or(seq < 1) as "isInFront" from es.events
      where tenant_id = $1 and (seq < 1 or seq > $2)`,
    [tenantId, headSeq],
  );
  const { count = 0, isInFront } = rows[0] ?? {};
  if (count === 0) return { count, first: undefined };
  return { count, first: isInFront ? 1 : headSeq + 1 };
}

function badEnd(head: LogHead | undefined, { chain, lastMs }: Checked): number | undefined {
  if (!head) return 1;
  return head.chain.equals(chain) && head.lastMs >= lastMs ? undefined : head.seq;
}
