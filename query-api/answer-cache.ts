/** Enough for a few hundred dashboards in a few megabytes. */
const MOST = 500;

export type AnswerCacheLimits<Data> = Readonly<{
  /** All kept answers together. One that is larger by itself is not kept. */
  mostBytes: number;
  sizeOf: (data: Data) => number;
  /** Answers that were not used for so long are forgotten: a quiet shop needs no memory. */
  unusedMs: number;
  clock?: () => number;
}>;

/**
 * Answers of this process by question, each with the entity tag of the state it was computed from.
 */
export type AnswerCache<Data> = Readonly<{
  has: (question: string) => boolean;
  /** The cached answer, if its state still has this tag. */
  recall: (question: string, tag: string) => Data | undefined;
  keep: (question: string, tag: string, data: Data) => void;
}>;

type Entry<Data> = Readonly<{ tag: string; data: Data; bytes: number; usedAt: number }>;

/** Evicts the answers that were not used for the longest time. */
export function createAnswerCache<Data>(
  most = MOST,
  limits?: AnswerCacheLimits<Data>,
): AnswerCache<Data> {
  const { mostBytes = Number.POSITIVE_INFINITY, unusedMs = Number.POSITIVE_INFINITY } =
    limits ?? {};
  const clock = limits?.clock ?? (() => performance.now());
  /** A Map keeps insertion order, so the answer that was used least recently comes first. */
  const byQuestion = new Map<string, Entry<Data>>();
  let bytes = 0;

  const drop = (question: string): void => {
    bytes -= byQuestion.get(question)?.bytes ?? 0;
    byQuestion.delete(question);
  };
  const put = (question: string, entry: Entry<Data>): void => {
    drop(question);
    byQuestion.set(question, entry);
    bytes += entry.bytes;
  };
  const evict = (nowMs: number): void => {
    for (const [question, { usedAt }] of byQuestion) {
      const isOver = byQuestion.size > most || bytes > mostBytes;
      if (!isOver && nowMs - usedAt <= unusedMs) return;
      drop(question);
    }
  };
  return {
    keep: (question, tag, data) => {
      const [nowMs, size] = [clock(), limits?.sizeOf(data) ?? 0];
      if (size <= mostBytes) put(question, { tag, data, bytes: size, usedAt: nowMs });
      else drop(question);
      evict(nowMs);
    },
    has: (question) => byQuestion.has(question),
    recall: (question, tag) => {
      const known = byQuestion.get(question);
      if (known?.tag !== tag) return undefined;
      put(question, { ...known, usedAt: clock() });
      return known.data;
    },
  };
}
