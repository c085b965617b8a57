import { setTimeout as delay } from "node:timers/promises";

import { isTransient } from "./connections.ts";

const TRIES = 20;
const PAUSE_MS = 500;

/**
 * Retries for ten seconds or more, so that a held lock, a short outage or a slow answer does not end
 * long work. The work must be safe to repeat.
 */
export async function retryTransient<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (tries === TRIES || !isTransient(cause)) throw cause;
      await delay(PAUSE_MS);
    }
  }
}
