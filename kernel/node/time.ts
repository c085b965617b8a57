import { setTimeout as delay } from "node:timers/promises";

import type { Log } from "./log.ts";

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

type Repeating = Readonly<{ everyMs: number; log: Log; signal: AbortSignal }>;

/** Does it again and again until it is stopped. A fault is told once, and once when it is over. */
export async function repeat(
  what: string,
  work: () => Promise<void>,
  { everyMs, log, signal }: Repeating,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await work();
      if (failures > 0) log.info({ failures }, `${what}: works again`);
      failures = 0;
    } catch (err) {
      if (failures === 0 && !signal.aborted) log.warn({ err }, `${what}: failed, trying again`);
      failures += 1;
    }
    await delay(everyMs, undefined, { signal }).catch(() => undefined); // stopped
  }
}
