const MINUTE_MS = 60_000;

/**
 * How much a till's clock may be ahead of its request's arrival, and behind its last call. A request
 * may have been on its way for a while, and the till sold in the meantime.
 */
export const TOLERANCE_MS = 5 * MINUTE_MS;

/** The last call of a till, before the request that is decided. */
export type LastCall = Readonly<{
  contactMs: number;
  /** The last entry that the till had made then. */
  madeSeq: number;
  /** The time of the last entry whose time was believed. */
  believedMs?: number | undefined;
}>;

export type TimeFacts = Readonly<{
  arrivedMs: number;
  enrolledMs: number;
  lastCall: LastCall | undefined;
}>;

/** `claimedMs` is the time that the till claims, if it is not believed. */
export type EntryTime = Readonly<{ occurredMs: number; claimedMs?: number }>;

type Claim = Readonly<{ seq: number; at: number }>;

/**
 * When the entries of a request happened, in their order. A till that was offline is believed
 * anything between the last time it called without this entry and now. Another time is replaced by
 * that of the nearest earlier entry that is believed, and does not move later ones.
 */
export function believeTimes(
  entries: readonly Claim[],
  { arrivedMs, enrolledMs, lastCall }: TimeFacts,
): EntryTime[] {
  let nearest = lastCall?.believedMs;
  return entries.map(({ seq, at }) => {
    const isNew = lastCall !== undefined && seq > lastCall.madeSeq;
    const earliest = isNew ? lastCall.contactMs : enrolledMs;
    if (at < earliest - TOLERANCE_MS || at > arrivedMs + TOLERANCE_MS) {
      return { occurredMs: nearest ?? earliest, claimedMs: at };
    }
    nearest = at;
    return { occurredMs: at };
  });
}

/** The time of the last entry that was believed, if any was. */
export const lastBelieved = (times: readonly EntryTime[]): number | undefined =>
  times.findLast(({ claimedMs }) => claimedMs === undefined)?.occurredMs;
