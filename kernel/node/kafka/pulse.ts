import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { Log } from "#kernel/node/logging/logger.ts";

const SILENT_AFTER_MS = 1_500;
const STUCK_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 500;

/** Says once that Kafka went and once that it is back, and how long to wait before the next try. */
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

/** Watches over one connection to the group, which may hang without any error: seen after a stalled broker. */
export function startPulse(firstBeatWithinMs: number) {
  let heardAt = performance.now();
  let patienceMs = firstBeatWithinMs;
  return {
    beat: () => {
      heardAt = performance.now();
      patienceMs = STUCK_AFTER_MS;
    },
    /** Ends with the signal, fails when nothing was heard for too long. */
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
