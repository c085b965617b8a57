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

/** Every service of the product in this process, reached through the one public door. */
export async function startProduct(options: ProductOptions) {
  const { config, database, secrets, logger } = options;
  const { rolePasswords } = secrets;
  const shared = { databaseUrl: database.url, clock: systemClock, logger, poolSize: POOL_SIZE };
  const command = await createCommandService({
    ...shared,
    rolePasswords,
    dataKey: Buffer.from(secrets.dataKey, "base64"),
    requestHashKey: Buffer.from(secrets.requestHashKey, "base64"),
    tokenKeys: { privateKeyPem: secrets.tokenPrivateKey, publicKeyPem: secrets.tokenPublicKey },
    limits: {
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      signInsPerMinute: config.SIGN_INS_PER_MINUTE,
      writesPerMinute: config.WRITES_PER_MINUTE,
    },
    firstAdmin: options.firstAdmin,
    trustProxy: config.TRUST_PROXY,
  });
  const query = createQueryService({
    ...shared,
    password: rolePasswords.query_ro,
    publicKeyPem: secrets.tokenPublicKey,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
  });
  const projector = createProjectorService({
    ...shared,
    password: rolePasswords.projector,
    dataKey: Buffer.from(secrets.dataKey, "base64"),
  });
  await Promise.all([command.app.ready(), query.app.ready(), projector.start()]);
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
