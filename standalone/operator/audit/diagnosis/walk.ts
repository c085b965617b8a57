import type { TenantId } from "#kernel/contract/ids.ts";
import type { Found } from "#kernel/verify/deviation.ts";
import { chainAfter, genesis } from "#kernel/verify/hashes.ts";
import { type LoggedEvent, leafAt } from "#kernel/verify/read-log.ts";

/** A row that is not what stands in its place by its hash; what became of it is asked when all are known. */
export type Suspect = Readonly<{
  row: LoggedEvent;
  /** Its number before others were put in or taken out in front of it. */
  wasSeq: number;
  /** The row in front of it. */
  before: LoggedEvent | undefined;
}>;

export type Walk = {
  readonly tenantId: TenantId;
  readonly isFromStart: boolean;
  readonly found: Found[];
  readonly suspects: Suspect[];
  /** Rows that nobody recorded. */
  readonly extra: Set<number>;
  /** Where the head says that the log ends: what stands there, and the rows behind it. */
  readonly headSeq: number | undefined;
  readonly beyond: number[];
  chainAtHead: Buffer | undefined;
  /** The rows in front, the nearest last. */
  before: LoggedEvent[];
  seq: number;
  chain: Buffer;
  /** By how much the numbers are higher than they were given. */
  shift: number;
  /** Whether the row in front was exactly what was recorded there. */
  isSure: boolean;
  /** A row whose chain does not continue the one in front: the next one tells what of it was changed. */
  unlinked: Readonly<{ seq: number; chain: Buffer }> | undefined;
};

/** So many rows put in or taken out at one place are told from changed ones. */
export const MOST_SHIFTED = 16;

export const startWalk = (
  tenantId: TenantId,
  before: LoggedEvent | undefined,
  headSeq: number | undefined,
): Walk => ({
  tenantId,
  isFromStart: before === undefined,
  found: [],
  suspects: [],
  extra: new Set(),
  headSeq,
  beyond: [],
  chainAtHead: before?.seq === headSeq ? before?.chain : undefined,
  before: before ? [before] : [],
  seq: before?.seq ?? 0,
  chain: before?.chain ?? genesis(tenantId),
  shift: 0,
  isSure: true,
  unlinked: undefined,
});

/** Takes the next row of a log and notes what of it does not hold. `next` is the one behind it. */
export function step(walk: Walk, row: LoggedEvent, next: LoggedEvent | undefined): void {
  const { seq } = row;
  if (seq < 1 || (seq === walk.seq && walk.before.length > 0)) {
    walk.extra.add(seq);
    return;
  }
  const expected = walk.seq + 1;
  const hasGap = seq > expected && !skipped(walk, row);
  if (hasGap) {
    walk.found.push({ seq: expected, kind: "gap", message: missing(expected, seq - 1) });
    settleUnlinked(walk);
  }
  if (leafAt(row, seq - walk.shift).equals(row.leaf)) {
    follow(walk, row, hasGap);
  } else if (!shifted(walk, row, next)) {
    suspect(walk, row, hasGap);
  }
  walk.before = [...walk.before.slice(-MOST_SHIFTED), row];
  walk.seq = seq;
  noteHead(walk, row);
}

function noteHead(walk: Walk, { seq, chain }: LoggedEvent): void {
  if (seq === walk.headSeq) walk.chainAtHead = chain;
  if (walk.headSeq !== undefined && seq > walk.headSeq) walk.beyond.push(seq);
}

/** Whether no event is missing in front of a row, but numbers: it continues the row in front. */
function skipped(walk: Walk, row: LoggedEvent): boolean {
  const more = row.seq - walk.seq - 1;
  const isNext = isAt(row, walk.seq + 1 - walk.shift);
  if (!isNext || !chainAfter(walk.chain, row.leaf).equals(row.chain)) return false;
  const message = `the numbers ${walk.seq + 1} to ${row.seq - 1} are skipped`;
  walk.found.push({ seq: walk.seq + 1, kind: "gap", message });
  walk.shift += more;
  return true;
}

export const missing = (first: number, last: number): string =>
  first === last ? `event ${first} is missing` : `events ${first} to ${last} are missing`;

/** A row that is what its leaf says: does it continue the one in front of it? */
function follow(walk: Walk, row: LoggedEvent, hasGap: boolean): void {
  const { unlinked } = walk;
  if (unlinked && chainAfter(unlinked.chain, row.leaf).equals(row.chain)) {
    const message = "its chain is not what was recorded";
    walk.found.push({ seq: unlinked.seq, kind: "metadata", message });
    walk.unlinked = undefined;
  } else {
    settleUnlinked(walk);
    const chain = chainAfter(walk.chain, row.leaf);
    if (walk.isSure && !hasGap && !chain.equals(row.chain)) {
      walk.unlinked = { seq: row.seq, chain };
    }
  }
  walk.chain = row.chain;
  walk.isSure = true;
}

/** The end of the log, or of what can be followed: what was not linked was written anew. */
export function settleUnlinked(walk: Walk): void {
  if (!walk.unlinked) return;
  const { seq } = walk.unlinked;
  const message = "does not continue the event in front of it: one of them was written anew";
  walk.found.push({ seq, kind: "forked-history", message });
  walk.unlinked = undefined;
}

/** Whether this row and all behind it only have other numbers, because rows were put in or taken out in front. */
function shifted(walk: Walk, row: LoggedEvent, next: LoggedEvent | undefined): boolean {
  const more = shiftOf(walk, row);
  if (more === undefined) return false;
  // Of two that only changed places the one behind has its own number.
  if (next && !isAt(next, next.seq - walk.shift - more)) return false;
  if (more > 0 && !isPutIn(walk, row, more)) return false;
  settleUnlinked(walk);
  if (more > 0) putIn(walk, more);
  else takenOut(walk, row.seq, -more);
  walk.shift += more;
  walk.chain = row.chain;
  walk.isSure = true;
  return true;
}

const isAt = (row: LoggedEvent, seq: number): boolean => leafAt(row, seq).equals(row.leaf);

function shiftOf(walk: Walk, row: LoggedEvent): number | undefined {
  const seq = row.seq - walk.shift;
  for (let by = 1; by <= MOST_SHIFTED; by += 1) {
    if (isAt(row, seq - by)) return by;
    if (isAt(row, seq + by)) return -by;
  }
  return undefined;
}

/** Rows that were put in stand between two that are linked, and none of them belongs behind. */
function isPutIn(walk: Walk, row: LoggedEvent, more: number): boolean {
  const front = walk.before.at(-1 - more);
  const isAtStart = walk.isFromStart && walk.before.length === more;
  const chain = front?.chain ?? (isAtStart ? genesis(walk.tenantId) : undefined);
  if (chain === undefined || !chainAfter(chain, row.leaf).equals(row.chain)) return false;
  return !walk.before.slice(-more).some((one) => isAt(one, row.seq - walk.shift));
}

function putIn(walk: Walk, count: number): void {
  for (const { seq } of walk.before.slice(-count)) {
    walk.extra.add(seq);
    const at = walk.suspects.findIndex((one) => one.row.seq === seq);
    if (at >= 0) walk.suspects.splice(at, 1);
  }
}

function takenOut(walk: Walk, seq: number, count: number): void {
  const message =
    count === 1
      ? "an event was taken out here, and those behind it numbered anew"
      : `${count} events were taken out here, and those behind them numbered anew`;
  walk.found.push({ seq, kind: "gap", message });
}

function suspect(walk: Walk, row: LoggedEvent, hasGap: boolean): void {
  const wasSeq = row.seq - walk.shift;
  const leaf = leafAt(row, wasSeq);
  const isLeafAlone = walk.isSure && !hasGap && chainAfter(walk.chain, leaf).equals(row.chain);
  settleUnlinked(walk);
  if (isLeafAlone) {
    const message = "its leaf is not what was recorded";
    walk.found.push({ seq: row.seq, kind: "metadata", message });
  } else {
    walk.suspects.push({ row, wasSeq, before: walk.before.at(-1) });
  }
  // What the chain says of a row whose content alone was changed still holds.
  walk.isSure = isLeafAlone || (walk.isSure && chainAfter(walk.chain, row.leaf).equals(row.chain));
  walk.chain = row.chain;
}
