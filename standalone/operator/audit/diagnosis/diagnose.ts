import { type LogDeviation, missing } from "#kernel/verify/deviation.ts";
import { genesis } from "#kernel/verify/hashes.ts";
import type { NameDeviations } from "#kernel/verify/name-deviations.ts";
import {
  BEFORE_ALL_ROWS,
  eventBefore,
  type LoggedEvent,
  type LogHead,
  rowsAfter,
} from "#kernel/verify/read-log.ts";

import { explainSuspects } from "./suspects.ts";
import { MOST_SHIFTED, settleUnlinked, startWalk, step, type Walk } from "./walk.ts";

// The kernel only names the events that do not hold. The operator also needs to know whether an
// event was inserted, removed, moved or changed, and which byte or field of it was changed. That is
// found by trying the values that it may have had.

/** Says what was done to a log whose event `firstBad` is the first that does not hold. */
export const diagnose: NameDeviations = async (db, tenantId, { head, firstBad }) => {
  // The first bad row may be the first recorded one after some inserted rows.
  const start = await eventBefore(db, tenantId, firstBad - MOST_SHIFTED);
  const walk = startWalk(tenantId, start, head?.seq);
  let held: LoggedEvent | undefined;
  for await (const row of rowsAfter(db, tenantId, start?.seq ?? BEFORE_ALL_ROWS)) {
    if (held) step(walk, held, row);
    held = row;
  }
  if (held) step(walk, held, undefined);
  const found = compareHead(walk, head);
  found.push(...(await explainSuspects(db, tenantId, walk.suspects)), ...extraRows(walk));
  return [...walk.found, ...found].toSorted((a, b) => a.seq - b.seq);
};

const extraRows = ({ extra }: Walk): LogDeviation[] =>
  [...extra].map((seq) => ({ seq, kind: "extra-row", message: "this row was not recorded" }));

/** Compares the end of the log with its head. */
function compareHead(walk: Walk, head: LogHead | undefined): LogDeviation[] {
  if (!head) return [{ seq: walk.seq, kind: "head", message: "the tenant has no head" }];
  const isExplained = settleLast(walk, head);
  const chain = walk.before.at(-1)?.chain ?? genesis(walk.tenantId);
  const isSame = head.chain.equals(chain);
  // After inserted or removed rows the head can be right and the numbers wrong.
  const isAtEnd = head.seq === walk.seq || head.seq === walk.seq - walk.shift;
  if (isAtEnd && (isSame || isExplained)) return compareTime(walk, head);
  return isAtEnd
    ? [{ seq: walk.seq, kind: "head", message: "the head has another chain" }]
    : otherEnd(walk, head, isSame);
}

function otherEnd(walk: Walk, head: LogHead, isSame: boolean): LogDeviation[] {
  const { seq } = walk;
  if (isSame) return [{ seq, kind: "head", message: `the head says ${head.seq}` }];
  if (head.seq < seq) return rowsAfterHead(walk, head);
  return [{ seq: seq + 1, kind: "cut-tail", message: missing(seq + 1, head.seq) }];
}

/** True if the last row already deviates: then its chain says nothing about the head. */
function settleLast(walk: Walk, head: LogHead): boolean {
  const { unlinked } = walk;
  if (unlinked && head.chain.equals(unlinked.chain)) {
    const message = "its chain is not what was recorded";
    walk.found.push({ seq: unlinked.seq, kind: "metadata", message });
    walk.unlinked = undefined;
    return true;
  }
  settleUnlinked(walk);
  return !walk.isSure;
}

/** If the head is right, rows after it were not recorded. */
function rowsAfterHead(walk: Walk, head: LogHead): LogDeviation[] {
  if (!walk.chainAtHead?.equals(head.chain)) {
    return [{ seq: walk.seq, kind: "head", message: `the head says ${head.seq}` }];
  }
  const isWithin = ({ seq }: { seq: number }): boolean => seq <= head.seq;
  walk.found.splice(0, Infinity, ...walk.found.filter(isWithin));
  walk.suspects.splice(0, Infinity, ...walk.suspects.filter(({ row }) => isWithin(row)));
  for (const seq of walk.afterHead) walk.extra.add(seq);
  return [];
}

function compareTime(walk: Walk, { lastMs }: LogHead): LogDeviation[] {
  const recordedMs = walk.before.at(-1)?.recordedMs ?? 0;
  if (lastMs >= recordedMs || !walk.isSure) return [];
  return [{ seq: walk.seq, kind: "head", message: "the head is older than the last event" }];
}
