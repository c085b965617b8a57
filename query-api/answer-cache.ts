/** Some hundreds of dashboards, a few megabytes. */
const MOST = 500;

/** Answers that this process gave to the same question, each with the entity tag of the state it was made of. */
export type AnswerCache<Data> = Readonly<{
  has: (question: string) => boolean;
  /** What was answered, where the state is still the one of the tag. */
  recall: (question: string, tag: string) => Data | undefined;
  keep: (question: string, tag: string, data: Data) => void;
}>;

/** What was not asked for the longest time is forgotten first. */
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
