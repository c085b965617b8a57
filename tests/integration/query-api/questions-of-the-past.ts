type Named = Readonly<{ whole: Readonly<{ name: string }> }>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isQuestion = (value: object): value is Named => "whole" in value;

/** All questions in what a module exports, alone or in an object of several. */
const questionsIn = (value: unknown): readonly Named[] => {
  if (!isObject(value)) return [];
  return isQuestion(value) ? [value] : Object.values(value).flatMap(questionsIn);
};

/** The name of every question of the query API that can be asked about the past. */
export const questionsOfThePast = (): readonly string[] =>
  Object.values(import.meta.glob("/query-api/**/*.query.ts", { eager: true }))
    .flatMap(questionsIn)
    .filter((question) => "past" in question)
    .map(({ whole }) => whole.name);
