import { setTimeout as delay } from "node:timers/promises";

import type { Log } from "./logging/logger.ts";

/** Milliseconds since 1970, as a whole number. Passed in, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Resolves after `ms`, or as soon as the signal aborts: check `signal.aborted` afterwards. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** Rejects when `name` takes longer. The work itself goes on and its result is dropped. */
export async function withTimeout<Result>(
  timeoutMs: number,
  name: string,
  work: Promise<Result>,
): Promise<Result> {
  const timer = new AbortController();
  const timeout = async (): Promise<never> => {
    await delay(timeoutMs, undefined, { signal: timer.signal });
    throw new Error(`${name} did not answer within ${timeoutMs} ms`);
  };
  try {
    return await Promise.race([work, timeout()]);
  } finally {
    timer.abort();
  }
}

type RepeatOptions = Readonly<{ everyMs: number; log: Log; signal: AbortSignal }>;

/** Repeats the work until the signal aborts. Logs the first failure and the recovery. */
export async function repeatEvery(
  name: string,
  work: () => Promise<void>,
  { everyMs, log, signal }: RepeatOptions,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await work();
      if (failures > 0) log.info({ failures }, `${name}: works again`);
      failures = 0;
    } catch (err) {
      if (failures === 0 && !signal.aborted) log.warn({ err }, `${name}: failed, trying again`);
      failures += 1;
    }
    await pause(everyMs, signal);
  }
}
