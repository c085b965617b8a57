/** One small fault, and the test that must see it. */
export type Mutation = Readonly<{
  /** A number of docs/behaviour.md; the tests of that number are run. */
  behaviour: string;
  file: string;
  /** Stands once in the file. */
  find: string;
  replace: string;
  test: string;
}>;
