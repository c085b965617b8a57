import { Redis as RedisClient } from "ioredis";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { createGauge } from "#kernel/node/metrics/registry.ts";

export type Redis = Readonly<{
  /** For rate limits only. Keys of a tenant begin with `t:{tenant}:`. */
  client: RedisClient;
  /** False while Redis is away or slow: carry on without it. */
  isUsable: () => boolean;
  close: () => Promise<void>;
}>;

const joinUsable = createGauge({
  name: "tillbook_redis_usable",
  help: "1 while Redis answers in time; otherwise each process counts its limits itself",
});

const COMMAND_TIMEOUT_MS = 150;
const PROBE_EVERY_MS = 250;

/**
 * Redis is never needed for correctness: it may be slow, empty or gone, and no request waits for
 * it.
 */
export function createRedis({ url, log }: Readonly<{ url: string; log: Log }>): Redis {
  const client = new RedisClient(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: 2_000, // drops a connection that does not answer, with everything that waits for it
    retryStrategy: (attempts) => retryDelayMs(attempts),
  });
  let isUsable = false;
  let isOutageLogged = false;

  const lose = (err: unknown) => {
    isUsable = false;
    if (!isOutageLogged) log.warn({ err }, "Redis does not answer, limits count in this process");
    isOutageLogged = true;
  };
  const probe = async () => {
    try {
      await client.ping();
      isUsable = true;
      if (isOutageLogged) log.info({}, "Redis answers again");
      isOutageLogged = false;
    } catch (err) {
      lose(err);
    }
  };

  client.on("error", lose);
  client.on("close", () => lose(new Error("the connection was closed")));
  client.on("ready", () => void probe());
  const timer = setInterval(() => void probe(), PROBE_EVERY_MS);
  timer.unref();
  const endMeasuring = joinUsable(() => [{ value: isUsable ? 1 : 0 }]);

  return {
    client,
    isUsable: () => isUsable,
    close: async () => {
      isOutageLogged = true; // closing is not an outage
      clearInterval(timer);
      endMeasuring();
      client.disconnect();
    },
  };
}
