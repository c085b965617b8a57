export type Pace = Readonly<{
  /** How long this request has to wait, in ms; undefined if it would be too long. */
  wait: (subject: string, points: number) => number | undefined;
}>;

type Options = Readonly<{ perSecond: number; clock?: () => number }>;

const SECOND_MS = 1_000;
const LONGEST_WAIT_MS = 1_000;
/** What may come at once, as a part of a second: a screen that opens asks for much. */
const BURST = 1 / 4;
const MOST_SUBJECTS = 10_000;

/**
 * Spreads requests evenly, where counting by the second would let a whole second's worth through at
 * its start. In this process only, which it protects.
 */
export function createPace({ perSecond, clock = () => performance.now() }: Options): Pace {
  const intervalMs = SECOND_MS / perSecond;
  const burstMs = SECOND_MS * BURST;
  /** When all points that were let in are used up. */
  const usedUpMs = new Map<string, number>();

  return {
    wait: (subject, points) => {
      const nowMs = clock();
      const beginsMs = Math.max(usedUpMs.get(subject) ?? 0, nowMs);
      const waitMs = Math.max(0, beginsMs - nowMs - burstMs);
      if (waitMs > LONGEST_WAIT_MS) return undefined;
      usedUpMs.delete(subject);
      usedUpMs.set(subject, beginsMs + points * intervalMs);
      forgetIdle(usedUpMs, nowMs);
      return waitMs;
    },
  };
}

/** A Map keeps insertion order, so idle subjects come first. */
function forgetIdle(usedUpMs: Map<string, number>, nowMs: number): void {
  if (usedUpMs.size <= MOST_SUBJECTS) return;
  for (const [subject, ms] of usedUpMs) {
    if (ms > nowMs) return;
    usedUpMs.delete(subject);
  }
}
