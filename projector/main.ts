import { requireKnownKeys } from "#kernel/node/crypto/known-keys.ts";
import { addHealth } from "#kernel/node/http/health.ts";
import { createHttpServer } from "#kernel/node/http/server.ts";
import { createKafkaConsumer } from "#kernel/node/kafka/consumer.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { serveMetrics } from "#kernel/node/metrics/serve-metrics.ts";
import { followDatabaseClock } from "#kernel/node/postgres/database-clock.ts";
import { requireSafeDatabase } from "#kernel/node/postgres/safety.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { listenAt, startProcess } from "#kernel/node/start-problem.ts";

import { projectorConfig } from "./config.ts";
import { createProjectorService } from "./projector.ts";

await startProcess(async () => {
  const config = projectorConfig(process.env);
  const logger = createLogger({ service: "projector", level: config.LOG_LEVEL });
  const connection = {
    url: config.DATABASE_URL,
    role: "projector",
    password: config.DB_PASSWORD_PROJECTOR,
  };
  await requireSafeDatabase({
    connection,
    isProduction: config.NODE_ENV === "production",
    log: logger,
  });
  await requireKnownKeys({
    connection,
    held: [{ name: "data", place: "DATA_KEY", keys: [config.DATA_KEY] }],
  });
  const { clock, stop: stopClock } = await followDatabaseClock({ connection, log: logger });
  const projector = createProjectorService({
    databaseUrl: config.DATABASE_URL,
    password: config.DB_PASSWORD_PROJECTOR,
    poolSize: config.POOL_SIZE,
    dataKey: config.DATA_KEY,
    clock,
    logger,
    consumer:
      config.KAFKA_BROKERS &&
      createKafkaConsumer({
        brokers: config.KAFKA_BROKERS,
        clientId: "projector",
        groupId: "projector",
        log: logger,
      }),
  });
  const app = createHttpServer({ logger, trustProxy: config.TRUST_PROXY });
  addHealth(app, { database: projector.isReady });
  closeOnSignal(logger, async () => {
    await app.close();
    await projector.stop();
    await stopClock();
  });
  projector.start();
  await serveMetrics(config, logger);
  await listenAt(app, config);
});
