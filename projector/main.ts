import { addHealth } from "#kernel/node/http/health.ts";
import { createHttpServer } from "#kernel/node/http/server.ts";
import { createKafkaConsumer } from "#kernel/node/kafka/consumer.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { requireSafeDatabase } from "#kernel/node/postgres/safety.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { listenAt, startProcess } from "#kernel/node/start-problem.ts";
import { systemClock } from "#kernel/node/time.ts";

import { projectorConfig } from "./config.ts";
import { createProjectorService } from "./projector.ts";

await startProcess(async () => {
  const config = projectorConfig(process.env);
  const logger = createLogger({ service: "projector", level: config.LOG_LEVEL });
  await requireSafeDatabase({
    connection: {
      url: config.DATABASE_URL,
      role: "projector",
      password: config.DB_PASSWORD_PROJECTOR,
    },
    isProduction: config.NODE_ENV === "production",
    log: logger,
  });
  const projector = createProjectorService({
    databaseUrl: config.DATABASE_URL,
    password: config.DB_PASSWORD_PROJECTOR,
    poolSize: config.POOL_SIZE,
    dataKey: config.DATA_KEY,
    clock: systemClock,
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
  });
  projector.start();
  await listenAt(app, config);
});
