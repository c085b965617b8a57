import { setTimeout as delay } from "node:timers/promises";

import type { Log } from "#kernel/node/logging/logger.ts";
import { createCounter } from "#kernel/node/metrics/registry.ts";
import { withTimeout } from "#kernel/node/time.ts";

const restarts = createCounter({
  name: "tillbook_part_restarts_total",
  help: "Uncaught errors after which the standalone product started its parts again",
});

type Closing = Readonly<{ close: () => Promise<void> }>;

export type KeptParts<Parts> = Readonly<{
  /** Undefined while they start again. */
  current: () => Parts | undefined;
  /** To be called with an uncaught error: closes the parts and starts them again. */
  failed: (cause: unknown) => void;
  close: () => Promise<void>;
}>;

export type KeepOptions<Parts> = Readonly<{
  start: () => Promise<Parts>;
  /** Called once, when it does not help to start again. */
  giveUp: (reason: string) => void;
  log: Log;
  /** How long to go on trying. More failures than `mostFailures` in this time are too many. */
  withinMs?: number;
  mostFailures?: number;
}>;

const WITHIN_MS = 60_000;
const MOST_FAILURES = 5;
const CLOSE_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 250;

/**
 * Starts the parts of the product, and again after an uncaught error. After such an error nothing
 * in them can be trusted, but the log is in Postgres, and everything else is made from it.
 */
export async function keepParts<Parts extends Closing>(
  options: KeepOptions<Parts>,
): Promise<KeptParts<Parts>> {
  const { start, giveUp, log, withinMs = WITHIN_MS, mostFailures = MOST_FAILURES } = options;
  let current: Parts | undefined = await start();
  let failures: readonly number[] = [];
  let starting: Promise<void> | undefined;
  let isEnding = false;

  const end = (cause: unknown): void => {
    if (isEnding) return;
    isEnding = true;
    giveUp(cause instanceof Error ? cause.message : String(cause));
  };

  async function closeBroken(): Promise<void> {
    const broken = current;
    current = undefined;
    await withTimeout(
      CLOSE_WITHIN_MS,
      "the failed part",
      broken?.close() ?? Promise.resolve(),
    ).catch((err: unknown) => log.warn({ err }, "the parts did not close in order"));
  }

  /** A part cannot start while the database is away, so it is tried for a while. */
  async function startAgain(): Promise<void> {
    await closeBroken();
    const until = performance.now() + withinMs;
    while (!isEnding) {
      try {
        current = await start();
        log.warn({}, "the parts of the product run again");
        return;
      } catch (err) {
        log.warn({ err }, "the parts of the product did not start, trying again");
        if (performance.now() > until) end(err);
        else await delay(AGAIN_AFTER_MS);
      }
    }
  }

  return {
    current: () => current,
    failed: (cause) => {
      log.error({ err: cause }, "uncaught error, starting the parts of the product again");
      restarts.inc();
      const now = performance.now();
      failures = [...failures.filter((at) => now - at < withinMs), now];
      if (failures.length > mostFailures) end(cause);
      else starting ??= startAgain().finally(() => (starting = undefined));
    },
    close: async () => {
      isEnding = true;
      await starting;
      await current?.close();
    },
  };
}
