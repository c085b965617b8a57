import type { EntriesAnswer, Entry, EntryResult } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";

import { newEntryId } from "./entry-id.ts";
import type { TillRow } from "./rows.ts";
import { newSalt } from "./sale-entry.ts";

// What an answer of the server changes about a till. Pure, so that tests can run it in any order.

/** An entry that the server has, and what became of it. */
export type Settled = Readonly<{
  entry: Entry;
  state: "sent" | "aside";
  reason?: string | undefined;
  /** Data of this position of the log contain it. */
  logSeq: number;
}>;

export function settledBy(
  sent: readonly Entry[],
  { results, log }: Pick<EntriesAnswer, "results" | "log">,
): Settled[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return sent.flatMap((entry) => {
    const result = byId.get(entry.id);
    return result ? [{ entry, logSeq: log.seq, ...stateOf(result) }] : [];
  });
}

const stateOf = ({ state, reason }: EntryResult): Pick<Settled, "state" | "reason"> =>
  state === "aside" ? { state, reason } : { state: "sent" };

/** What an answer says about the till; a refusal of a gap only says `next`. */
export type Said = Pick<EntriesAnswer, "next"> &
  Partial<Pick<EntriesAnswer, "state" | "log" | "log_known" | "copied">>;

export type AfterAnswer = Readonly<{
  till: TillRow;
  /** The server has lost the entries from here on: it was restored. */
  resendFrom: number | undefined;
}>;

/** `firstUnsent` is the oldest entry that has no answer yet, or the next one. */
export function afterAnswer(till: TillRow, said: Said, firstUnsent: number): AfterAnswer {
  const { next, state = till.state, log = till.log, log_known: isLogKnown = true } = said;
  const isCopied = till.isCopied === true || said.copied === true || next > till.nextSeq;
  const resendFrom = !isCopied && next < firstUnsent ? next : undefined;
  const isOtherLog = !isLogKnown || resendFrom !== undefined;
  return {
    resendFrom,
    till: {
      ...till,
      state,
      ...(log ? { log } : {}),
      isCopied,
      isUnknown: false,
      needsAll: till.needsAll === true || isOtherLog,
    },
  };
}

/** Entries `from` to `to` - 1 as they are sent again: what the till no longer has is named as lost. */
export function entriesAgain(
  kept: readonly Entry[],
  { from, to, atMs, person }: Readonly<{ from: number; to: number; atMs: number; person: string }>,
): Entry[] {
  const bySeq = new Map(kept.map((entry) => [entry.seq, entry]));
  const again: Entry[] = [];
  let seq = from;
  while (seq < to) {
    const entry = bySeq.get(seq);
    const end = entry ? coveredTo(entry) : endOfGap(bySeq, seq, to);
    again.push(entry ?? lost(seq, { to: end - 1, atMs, person }));
    seq = end;
  }
  return again;
}

/** A `lost` entry counts for all that it names. */
function coveredTo({ kind, seq, body }: Entry): number {
  const isLost = kind === "lost" && typeof body === "object" && body !== null && "to" in body;
  return isLost && typeof body.to === "number" ? body.to + 1 : seq + 1;
}

function endOfGap(kept: ReadonlyMap<number, Entry>, from: number, to: number): number {
  let end = from + 1;
  while (end < to && !kept.has(end)) end += 1;
  return end;
}

const lost = (
  seq: number,
  { to, atMs, person }: Readonly<{ to: number; atMs: number; person: string }>,
): Entry => ({
  id: newEntryId(atMs),
  seq,
  v: 1,
  salt: newSalt(),
  kind: "lost",
  body: { to },
  at: atMs,
  basis: 0,
  person: UserId.parse(person),
});
