import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { type CheckedRange, checkRange, type SeqRange } from "./check-range.ts";
import { type LogDeviation, NOT_AS_RECORDED } from "./deviation.ts";
import { genesis } from "./hashes.ts";
import { type NameDeviations, nameDeviations } from "./name-deviations.ts";
import { type LogHead, readHead } from "./read-log.ts";

/** Events hashed by one statement, unless asked otherwise: a megabyte of results. */
const RANGE = 4000;

/** One or more connections on the same snapshot of the database. */
export type Readers = Readonly<{
  /** Runs a query on the next free connection, in the order of the calls. */
  each: <Result>(ask: (db: Queryable) => Promise<Result>) => Promise<Result>;
  /** How many queries run at once. */
  lanes: number;
}>;

/** One connection: query after query. */
export function singleReader(db: Queryable): Readers {
  let last: Promise<unknown> = Promise.resolve();
  return {
    each: (ask) => {
      const answer = last.then(() => ask(db));
      last = answer.catch(() => undefined); // the caller awaits `answer`, which throws there
      return answer;
    },
    lanes: 1,
  };
}

export type VerifiedLog = Readonly<{
  head: LogHead | undefined;
  events: number;
  found: LogDeviation[];
}>;

export type VerifyLogOptions = Readonly<{
  /** Called with every range in order, as far as the log holds. */
  onRange?: (range: CheckedRange) => void;
  onEvents?: (events: number) => void;
  /** Events hashed by one statement. */
  rangeSize?: number;
  /** Describes what is wrong in a log that does not hold. */
  diagnose?: NameDeviations;
}>;

/** Checks the numbers, hashes and head of one tenant's log. */
export async function verifyLog(
  readers: Readers,
  tenantId: TenantId,
  options: VerifyLogOptions = {},
): Promise<VerifiedLog> {
  const head = await readers.each((db) => readHead(db, tenantId));
  const checked = await checkRanges(readers, tenantId, { to: head?.seq ?? 0, ...options });
  const strays = await readers.each((db) => strayRows(db, tenantId, head?.seq ?? 0));
  const events = checked.events + strays.count;
  const firstBad = checked.firstBad ?? strays.first ?? badEnd(head, checked);
  if (firstBad === undefined) return { head, events, found: [] };
  const { diagnose = nameDeviations } = options;
  const found = await readers.each((db) => diagnose(db, tenantId, { head, firstBad }));
  // A log that does not hold must never be reported as intact.
  if (found.length === 0) found.push({ seq: firstBad, kind: "payload", message: NOT_AS_RECORDED });
  return { head, events, found };
}

type RangeSums = { events: number; firstBad: number | undefined; chain: Buffer; lastMs: number };

/** Checks some ranges at once and takes their results in order. */
async function checkRanges(
  { each, lanes }: Readers,
  tenantId: TenantId,
  { to, onRange, onEvents, rangeSize = RANGE }: VerifyLogOptions & Readonly<{ to: number }>,
): Promise<RangeSums> {
  const sums: RangeSums = { events: 0, firstBad: undefined, chain: genesis(tenantId), lastMs: 0 };
  const ahead: Promise<CheckedRange>[] = [];
  let next = 0;
  const ask = (): void => {
    const range: SeqRange = { from: next, to: Math.min(next + rangeSize, to) };
    next = range.to;
    const checking = each((db) => checkRange(db, tenantId, range));
    checking.catch(() => undefined); // awaited below, where it throws
    ahead.push(checking);
  };
  while (next < to || ahead.length > 0) {
    while (next < to && ahead.length <= lanes) ask();
    const range = await ahead.shift();
    if (!range) break;
    addRange(sums, range);
    onEvents?.(range.events);
    if (sums.firstBad === undefined) onRange?.(range);
  }
  return sums;
}

function addRange(sums: RangeSums, range: CheckedRange): void {
  sums.events += range.events;
  sums.chain = range.chain ?? sums.chain;
  sums.lastMs = range.lastMs ?? sums.lastMs;
  // If the last row of a range is missing, only the count shows it.
  const isWhole = range.events === range.to - range.from;
  sums.firstBad ??= range.firstBad ?? (isWhole ? undefined : range.from + range.events + 1);
}

/** Rows before the first event or after the head. */
async function strayRows(
  db: Queryable,
  tenantId: TenantId,
  headSeq: number,
): Promise<{ count: number; first: number | undefined }> {
  const { rows } = await db.query<{ count: number; isBeforeFirst: boolean | null }>(
    `select count(*)::int as count, bool_or(seq < 1) as "isBeforeFirst" from es.events
      where tenant_id = $1 and (seq < 1 or seq > $2)`,
    [tenantId, headSeq],
  );
  const { count = 0, isBeforeFirst } = rows[0] ?? {};
  if (count === 0) return { count, first: undefined };
  return { count, first: isBeforeFirst ? 1 : headSeq + 1 };
}

function badEnd(head: LogHead | undefined, { chain, lastMs }: RangeSums): number | undefined {
  if (!head) return 1;
  return head.chain.equals(chain) && head.lastMs >= lastMs ? undefined : head.seq;
}
