/** Counts are kept for at least this long, and at most twice as long. */
const KEPT_MS = 5 * 60_000;
/** An attacker with very many addresses must not fill the memory. */
const MOST_SENDERS = 50_000;

export type Tries = Readonly<{
  /** Counts one try; returns how many there were before. */
  add: (sender: string) => number;
  /** The try was right, so it says nothing against its sender. */
  takeBack: (sender: string) => void;
}>;

/** Recent tries by sender, in two maps of which the older is forgotten as a whole. */
export function createTries(clock: () => number = performance.now.bind(performance)): Tries {
  let newer = new Map<string, number>();
  let older = new Map<string, number>();
  let sinceMs = clock();

  return {
    add: (sender) => {
      const nowMs = clock();
      if (nowMs - sinceMs > KEPT_MS || newer.size >= MOST_SENDERS) {
        older = newer;
        newer = new Map();
        sinceMs = nowMs;
      }
      const before = newer.get(sender) ?? 0;
      newer.set(sender, before + 1);
      return before + (older.get(sender) ?? 0);
    },
    takeBack: (sender) => {
      const tries = newer.get(sender) ?? 0;
      if (tries > 0) newer.set(sender, tries - 1);
    },
  };
}
