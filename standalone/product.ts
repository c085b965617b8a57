import { createCommandService } from "#command-api/service.ts";
import { systemClock } from "#kernel/platform/clock.ts";
import type { Logger } from "#kernel/platform/logger.ts";
import { createProjectorService } from "#projector/service.ts";
import { createQueryService } from "#query-api/service.ts";
import { createWebServer } from "#web/server/app.ts";

import type { StandaloneConfig } from "./config.ts";
import type { Database } from "./database.ts";
import type { Secrets } from "./secrets.ts";
import { WEB_ROOT } from "./web-app.ts";

const POOL_SIZE = 8;

type ProductOptions = Readonly<{
  config: StandaloneConfig;
  database: Database;
  secrets: Secrets;
  firstAdmin: Readonly<{ email: string; password: string }> | undefined;
  logger: Logger;
}>;

const keyOf = (base64: string): Buffer => Buffer.from(base64, "base64");

function startCommands({ config, database, secrets, firstAdmin, logger }: ProductOptions) {
  return createCommandService({
    databaseUrl: database.url,
    rolePasswords: secrets.rolePasswords,
    poolSize: POOL_SIZE,
    dataKey: keyOf(secrets.dataKey),
    requestHashKey: keyOf(secrets.requestHashKey),
    tokenKeys: { privateKeyPem: secrets.tokenPrivateKey, publicKeyPem: secrets.tokenPublicKey },
    limits: {
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      signInsPerMinute: config.SIGN_INS_PER_MINUTE,
      writesPerMinute: config.WRITES_PER_MINUTE,
    },
    firstAdmin,
    clock: systemClock,
    logger,
    trustProxy: config.TRUST_PROXY,
  });
}

/** Every service of the product in this process, reached through the one public door. */
export async function startProduct(options: ProductOptions) {
  const { config, database, secrets, logger } = options;
  const shared = { databaseUrl: database.url, clock: systemClock, logger, poolSize: POOL_SIZE };
  const command = await startCommands(options);
  const query = createQueryService({
    ...shared,
    password: secrets.rolePasswords.query_ro,
    publicKeyPem: secrets.tokenPublicKey,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
  });
  const projector = createProjectorService({
    ...shared,
    password: secrets.rolePasswords.projector,
    dataKey: keyOf(secrets.dataKey),
  });
  projector.start();
  await Promise.all([command.app.ready(), query.app.ready()]);
  const web = createWebServer({
    webRoot: WEB_ROOT,
    forward: {
      kind: "direct",
      command: (request, response) => command.app.routing(request, response),
      query: (request, response) => query.app.routing(request, response),
    },
    logger,
    trustProxy: config.TRUST_PROXY,
  });
  return {
    web,
    command,
    /** The door first: what is in flight behind it is finished. */
    close: async (): Promise<void> => {
      await web.close();
      await Promise.all([command.close(), query.close()]);
      await projector.stop();
    },
  };
}
