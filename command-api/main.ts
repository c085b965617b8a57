import { logStart } from "#kernel/node/config/read-config.ts";
import { heldSigningKeys, requireKnownKeys } from "#kernel/node/crypto/known-keys.ts";
import { createErasureList } from "#kernel/node/erased-list.ts";
import { createKafkaPublisher } from "#kernel/node/kafka/publisher.ts";
import { heavyWorkOf } from "#kernel/node/limits/heavy-work.ts";
import { createRedis } from "#kernel/node/limits/redis.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { serverOfUrl } from "#kernel/node/mail.ts";
import { serveMetrics } from "#kernel/node/metrics/serve-metrics.ts";
import { followDatabaseClock } from "#kernel/node/postgres/database-clock.ts";
import { requireSafeDatabase } from "#kernel/node/postgres/safety.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { listenAt, startProcess } from "#kernel/node/start-problem.ts";
import { readSigningKeys } from "#kernel/verify/signed-head-keys.ts";

import { commandApiConfig, commandApiSettings } from "./config.ts";
import { dependenciesOf } from "./platform/reach.ts";
import { createCommandService } from "./service.ts";

await startProcess(async () => {
  const config = commandApiConfig(process.env);
  const logger = createLogger({ service: "command-api", level: config.LOG_LEVEL });
  logStart(logger, { settings: commandApiSettings, config, env: process.env });
  const { KAFKA_BROKERS: brokers, REDIS_URL: redisUrl, CHECKPOINT_KEY_FILE: keyFile } = config;
  const signedHeadKeys = keyFile === undefined ? undefined : await readSigningKeys(keyFile);
  if (!signedHeadKeys) logger.warn({}, "no CHECKPOINT_KEY_FILE: the log is not signed");
  const connection = {
    url: config.DATABASE_URL,
    role: "cmd_writer",
    password: config.DB_PASSWORD_CMD_WRITER,
  };
  await requireSafeDatabase({
    connection,
    isProduction: config.NODE_ENV === "production",
    log: logger,
  });
  await requireKnownKeys({
    connection,
    held: [
      { name: "data", place: "DATA_KEY", keys: [config.DATA_KEY] },
      { name: "request-hash", place: "REQUEST_HASH_KEY", keys: [config.REQUEST_HASH_KEY] },
      ...heldSigningKeys("CHECKPOINT_KEY_FILE", signedHeadKeys),
    ],
  });
  const { clock, stop: stopClock } = await followDatabaseClock({ connection, log: logger });
  const redis = redisUrl ? createRedis({ url: redisUrl, log: logger }) : undefined;
  const service = await createCommandService({
    ...fromConfig(config),
    signedHeadKeys,
    redis,
    publisher: brokers && createKafkaPublisher({ brokers, clientId: "command-api", log: logger }),
    dependencies: dependenciesOf({ databaseUrl: config.DATABASE_URL, brokers, redisUrl }),
    clock,
    logger,
  });
  closeOnSignal(logger, async () => {
    await service.close();
    await redis?.close();
    await stopClock();
  });
  await serveMetrics(config, logger);
  await listenAt(service.app, config);
});

/** What follows from the settings alone. */
function fromConfig(config: ReturnType<typeof commandApiConfig>) {
  const { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: password } = config;
  const { ERASED_DIR: erasedDir } = config;
  return {
    databaseUrl: config.DATABASE_URL,
    rolePasswords: {
      cmd_writer: config.DB_PASSWORD_CMD_WRITER,
      account_writer: config.DB_PASSWORD_ACCOUNT_WRITER,
      relay: config.DB_PASSWORD_RELAY,
    },
    poolSize: config.POOL_SIZE,
    dataKey: config.DATA_KEY,
    requestHashKey: config.REQUEST_HASH_KEY,
    tokenKeys: { privateKeyPem: config.TOKEN_PRIVATE_KEY, publicKeyPem: config.TOKEN_PUBLIC_KEY },
    limits: {
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      signInsPerMinute: config.SIGN_INS_PER_MINUTE,
      writesPerMinute: config.WRITES_PER_MINUTE,
      writesPerSecond: config.WRITES_PER_SECOND,
    },
    heavy: heavyWorkOf(config),
    mail: {
      server: config.SMTP_URL === undefined ? undefined : serverOfUrl(config.SMTP_URL),
      from: config.MAIL_FROM,
      publicUrl: config.PUBLIC_URL,
      testMailsPerHour: config.TEST_MAILS_PER_HOUR,
      messagesPerHour: config.MESSAGES_PER_HOUR,
    },
    providerRules: {
      paystackUrl: config.PAYSTACK_URL,
      allowsPrivate: config.PRIVATE_MAIL_SERVERS === "yes",
    },
    reactions: { password: config.DB_PASSWORD_JOBS },
    superAdminNeedsTotp: config.NODE_ENV === "production",
    firstAdmin: email && password ? { email, password } : undefined,
    erasedList: erasedDir === undefined ? undefined : createErasureList(erasedDir),
    trustProxy: config.TRUST_PROXY,
  };
}
