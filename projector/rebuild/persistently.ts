import { setTimeout as delay } from "node:timers/promises";

import { isTransient } from "#kernel/node/postgres/connections.ts";

const TRIES = 20;
const PAUSE_MS = 500;

/** A lock that somebody holds, or a server that is away for a moment, does not end a long rebuild. */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (tries === TRIES || !isTransient(cause)) throw cause;
      await delay(PAUSE_MS);
    }
  }
}
