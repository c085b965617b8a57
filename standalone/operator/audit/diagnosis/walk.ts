import type { TenantId } from "#kernel/contract/ids.ts";
import { type LogDeviation, missing } from "#kernel/verify/deviation.ts";
import { chainAfter, genesis, leafOf } from "#kernel/verify/hashes.ts";
import type { LoggedEvent } from "#kernel/verify/read-log.ts";

/** A row that does not match its leaf. Suspects are explained once all of them are known. */
export type Suspect = Readonly<{
  row: LoggedEvent;
  /** Its number before other rows were inserted or removed ahead of it. */
  wasSeq: number;
  /** The row before it. */
  before: LoggedEvent | undefined;
}>;

export type Walk = {
  readonly tenantId: TenantId;
  readonly isFromStart: boolean;
  readonly found: LogDeviation[];
  readonly suspects: Suspect[];
  /** The numbers of rows that were not recorded. */
  readonly extra: Set<number>;
  /** The last number according to the head, and the numbers of later rows. */
  readonly headSeq: number | undefined;
  readonly afterHead: number[];
  chainAtHead: Buffer | undefined;
  /** The preceding rows, the nearest last. */
  before: LoggedEvent[];
  seq: number;
  chain: Buffer;
  /** The difference between the current numbers and those at which the events were recorded. */
  shift: number;
  /** True if the previous row is exactly what was recorded. */
  isSure: boolean;
  /** A row whose chain does not continue the row before: the next row shows what was changed. */
  unlinked: Readonly<{ seq: number; chain: Buffer }> | undefined;
};

/** Up to this many rows inserted or removed at one place are recognised. */
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
  afterHead: [],
  chainAtHead: before?.seq === headSeq ? before?.chain : undefined,
  before: before ? [before] : [],
  seq: before?.seq ?? 0,
  chain: before?.chain ?? genesis(tenantId),
  shift: 0,
  isSure: true,
  unlinked: undefined,
});

/** Takes the next row of a log and notes what does not hold. `next` is the row after it. */
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
  if (walk.headSeq !== undefined && seq > walk.headSeq) walk.afterHead.push(seq);
}

/** True if only numbers are missing before a row: its chain continues the previous row. */
function skipped(walk: Walk, row: LoggedEvent): boolean {
  const more = row.seq - walk.seq - 1;
  const isNext = isAt(row, walk.seq + 1 - walk.shift);
  if (!isNext || !chainAfter(walk.chain, row.leaf).equals(row.chain)) return false;
  const message = `the numbers ${walk.seq + 1} to ${row.seq - 1} are skipped`;
  walk.found.push({ seq: walk.seq + 1, kind: "gap", message });
  walk.shift += more;
  return true;
}

/** A row that matches its leaf: checks that its chain continues the row before. */
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

/** Reports an unlinked row as rewritten once no later row can explain it. */
export function settleUnlinked(walk: Walk): void {
  if (!walk.unlinked) return;
  const { seq } = walk.unlinked;
  const message = "does not continue the event before it: one of them was rewritten";
  walk.found.push({ seq, kind: "forked-history", message });
  walk.unlinked = undefined;
}

/**
 * True if rows were inserted or removed before this row, so that only its number and those of
 * later rows changed.
 */
function shifted(walk: Walk, row: LoggedEvent, next: LoggedEvent | undefined): boolean {
  const more = shiftOf(walk, row);
  if (more === undefined) return false;
  // If two neighbours were swapped, the row after them has its own number.
  if (next && !isAt(next, next.seq - walk.shift - more)) return false;
  if (more > 0 && !isInserted(walk, row, more)) return false;
  settleUnlinked(walk);
  if (more > 0) inserted(walk, more);
  else removed(walk, row.seq, -more);
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

/** Inserted rows lie between two linked ones, and none of them is the later of the two. */
function isInserted(walk: Walk, row: LoggedEvent, more: number): boolean {
  const linked = walk.before.at(-1 - more);
  const isAtStart = walk.isFromStart && walk.before.length === more;
  const chain = linked?.chain ?? (isAtStart ? genesis(walk.tenantId) : undefined);
  if (chain === undefined || !chainAfter(chain, row.leaf).equals(row.chain)) return false;
  return !walk.before.slice(-more).some((one) => isAt(one, row.seq - walk.shift));
}

function inserted(walk: Walk, count: number): void {
  for (const { seq } of walk.before.slice(-count)) {
    walk.extra.add(seq);
    const at = walk.suspects.findIndex((one) => one.row.seq === seq);
    if (at >= 0) walk.suspects.splice(at, 1);
  }
}

function removed(walk: Walk, seq: number, count: number): void {
  const message =
    count === 1
      ? "an event was removed here, and the later ones renumbered"
      : `${count} events were removed here, and the later ones renumbered`;
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
  // If only the content of a row was changed, its chain still holds.
  walk.isSure = isLeafAlone || (walk.isSure && chainAfter(walk.chain, row.leaf).equals(row.chain));
  walk.chain = row.chain;
}

/** The leaf that an event has with another number. */
export const leafAt = (event: LoggedEvent, seq: number): Buffer => leafOf({ ...event, seq });
