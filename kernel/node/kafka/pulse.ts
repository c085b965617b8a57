import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { Log } from "#kernel/node/logging/logger.ts";

const SILENT_AFTER_MS = 1_500;
const STUCK_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 500;

/**
 * Tracks whether the broker answers and how long to wait before the next try. Logs the first
 * failure and the recovery.
 */
export function trackHealth(log: Log) {
  let answeredAt = -Infinity;
  let failures = 0;
  return {
    isHealthy: () => performance.now() - answeredAt < SILENT_AFTER_MS,
    answered: () => {
      answeredAt = performance.now();
      if (failures > 0) log.info({ failures }, "Kafka answers the consumer again");
      failures = 0;
    },
    silenced: () => {
      answeredAt = -Infinity;
    },
    lost: (err: unknown): number => {
      if (failures === 0) log.warn({ err }, "the Kafka consumer stopped, starting it again");
      failures += 1;
      return retryDelayMs(failures);
    },
  };
}

/** Detects a connection to the group that hangs without an error, as after a stalled broker. */
export function startPulse(firstBeatWithinMs: number) {
  let heardAt = performance.now();
  let patienceMs = firstBeatWithinMs;
  return {
    beat: () => {
      heardAt = performance.now();
      patienceMs = STUCK_AFTER_MS;
    },
    /** Resolves when the signal aborts, rejects after too long a silence. */
    untilStuck: async (signal: AbortSignal): Promise<void> => {
      const end = Promise.withResolvers<void>();
      const look = () => {
        const silentMs = Math.round(performance.now() - heardAt);
        if (silentMs > patienceMs) end.reject(new Error(`Kafka was silent for ${silentMs} ms`));
      };
      const timer = setInterval(look, LOOK_EVERY_MS);
      const close = () => end.resolve();
      signal.addEventListener("abort", close, { once: true });
      if (signal.aborted) close();
      try {
        await end.promise;
      } finally {
        clearInterval(timer);
        signal.removeEventListener("abort", close);
      }
    },
  };
}
