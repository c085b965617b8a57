type FirstAnswer = Readonly<{
  path: string;
  token: string;
  /** By the clock of the page, as `performance.now` has it. */
  askedMs: number;
  response: Promise<Response>;
}>;

declare global {
  /** Left by `first.js`. */
  var firstAnswer: FirstAnswer | undefined;
}

/** Later than that something may have been written since: it is asked for anew. */
const GOOD_FOR_MS = 10_000;

/** The answer to the page's first question, asked before the app was there; given once, to who would ask the same. */
export function takeFirstAnswer(
  path: string,
  token: string | undefined,
): FirstAnswer["response"] | undefined {
  const first = globalThis.firstAnswer;
  if (first?.path !== path || first.token !== token) return undefined;
  globalThis.firstAnswer = undefined;
  return performance.now() - first.askedMs < GOOD_FOR_MS ? first.response : undefined;
}
