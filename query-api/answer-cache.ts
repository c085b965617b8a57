/** Enough for a few hundred dashboards in a few megabytes. */
const MOST = 500;

/**
 * Answers of this process by question, each with the entity tag of the state it was computed from.
 */
export type AnswerCache<Data> = Readonly<{
  has: (question: string) => boolean;
  /** The cached answer, if its state still has this tag. */
  recall: (question: string, tag: string) => Data | undefined;
  keep: (question: string, tag: string, data: Data) => void;
}>;

/** Evicts the answer that was not used for the longest time. */
export function createAnswerCache<Data>(most = MOST): AnswerCache<Data> {
  const byQuestion = new Map<string, Readonly<{ tag: string; data: Data }>>();
  const keep = (question: string, tag: string, data: Data): void => {
    byQuestion.delete(question);
    byQuestion.set(question, { tag, data });
    const [oldest] = byQuestion.keys();
    if (byQuestion.size > most && oldest !== undefined) byQuestion.delete(oldest);
  };
  return {
    keep,
    has: (question) => byQuestion.has(question),
    recall: (question, tag) => {
      const known = byQuestion.get(question);
      if (known?.tag !== tag) return undefined;
      keep(question, tag, known.data);
      return known.data;
    },
  };
}
