import { heavyWorkOf } from "#kernel/node/limits/heavy-work.ts";
import { createRedis } from "#kernel/node/limits/redis.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { serveMetrics } from "#kernel/node/metrics/serve-metrics.ts";
import { followDatabaseClock } from "#kernel/node/postgres/database-clock.ts";
import { requireSafeDatabase } from "#kernel/node/postgres/safety.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { listenAt, startProcess } from "#kernel/node/start-problem.ts";

import { queryApiConfig } from "./config.ts";
import { liveLimitsOf } from "./live/live-streams.ts";
import { createQueryService } from "./service.ts";

await startProcess(async () => {
  const config = queryApiConfig(process.env);
  const logger = createLogger({ service: "query-api", level: config.LOG_LEVEL });
  const redis = config.REDIS_URL ? createRedis({ url: config.REDIS_URL, log: logger }) : undefined;
  const connection = {
    url: config.DATABASE_URL,
    role: "query_ro",
    password: config.DB_PASSWORD_QUERY_RO,
  };
  await requireSafeDatabase({
    connection,
    isProduction: config.NODE_ENV === "production",
    log: logger,
  });
  const { clock, stop: stopClock } = await followDatabaseClock({ connection, log: logger });
  const service = createQueryService({
    databaseUrl: config.DATABASE_URL,
    password: config.DB_PASSWORD_QUERY_RO,
    platformPassword: config.DB_PASSWORD_PLATFORM_RO,
    poolSize: config.POOL_SIZE,
    publicKeyPem: config.TOKEN_PUBLIC_KEY,
    limits: {
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
      requestsPerSecond: config.REQUESTS_PER_SECOND,
    },
    heavy: heavyWorkOf(config),
    liveLimits: liveLimitsOf(config),
    superAdminNeedsTotp: config.NODE_ENV === "production",
    redis,
    clock,
    logger,
    trustProxy: config.TRUST_PROXY,
  });
  closeOnSignal(logger, async () => {
    await service.close();
    await redis?.close();
    await stopClock();
  });
  await serveMetrics(config, logger);
  await listenAt(service.app, config);
});
