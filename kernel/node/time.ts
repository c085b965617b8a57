import { setTimeout as delay } from "node:timers/promises";
/** The time as a value that is handed in: whole milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Fails when `who` takes longer; the work itself goes on, its result unheard. */
export async function within<Result>(
  timeoutMs: number,
  who: string,
  work: Promise<Result>,
): Promise<Result> {
  const timer = new AbortController();
  const tooLate = async (): Promise<never> => {
    await delay(timeoutMs, undefined, { signal: timer.signal });
    throw new Error(`${who} did not answer within ${timeoutMs} ms`);
  };
  try {
    return await Promise.race([work, tooLate()]);
  } finally {
    timer.abort();
  }
}
