import { dependenciesOf } from "#command-api/platform/reach.ts";
import { createCommandService } from "#command-api/service.ts";
import { createErasureList } from "#kernel/node/erased-list.ts";
import type { Logger } from "#kernel/node/logging/logger.ts";
import { serverOfUrl } from "#kernel/node/mail.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import { systemClock } from "#kernel/node/time.ts";
import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";
import { createProjectorService } from "#projector/projector.ts";
import { createQueryService } from "#query-api/service.ts";
import type { StandaloneConfig } from "#standalone/config.ts";
import { createWebServer } from "#web/server/app.ts";

import type { Database } from "./database.ts";
import { createMailPage } from "./mail-page.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import type { Secrets } from "./secrets.ts";
import { WEB_ROOT } from "./web-app.ts";

const POOL_SIZE = 8;

type ProductOptions = Readonly<{
  config: StandaloneConfig;
  database: Database;
  secrets: Secrets;
  signedHeadKeys: SigningKeys;
  firstAdmin: Readonly<{ email: string; password: string }> | undefined;
  logger: Logger;
  /**
   * The folder of the list of erased people. It is kept with the backups, as a restore must erase
   * these people again.
   */
  erasedDir: string;
  /** The folder that stores emails instead of sending them. */
  mailDir: string | undefined;
}>;

type Opened = ProductOptions & Readonly<{ mailbox: Mailbox | undefined }>;

const keyOf = (base64: string): Buffer => Buffer.from(base64, "base64");

function startCommands(options: Opened) {
  const { config, database, secrets, firstAdmin, logger } = options;
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
    superAdminNeedsTotp: config.NODE_ENV === "production",
    firstAdmin,
    mail: mailOf(options),
    providerRules: {
      paystackUrl: config.PAYSTACK_URL,
      allowsPrivate: config.PRIVATE_MAIL_SERVERS === "yes",
    },
    erasedList: createErasureList(options.erasedDir),
    signedHeadKeys: options.signedHeadKeys,
    reactions: { password: secrets.rolePasswords.jobs },
    dependencies: dependenciesOf({ databaseUrl: database.url }),
    clock: systemClock,
    logger,
    trustProxy: config.TRUST_PROXY,
  });
}

function mailOf({ config, mailbox }: Opened) {
  const smtpUrl = config.SMTP_URL ?? mailbox?.url;
  return {
    server: smtpUrl === undefined ? undefined : serverOfUrl(smtpUrl),
    from: config.MAIL_FROM,
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    testMailsPerHour: config.TEST_MAILS_PER_HOUR,
    messagesPerHour: config.MESSAGES_PER_HOUR,
  };
}

/** Runs every service of the product in this process, behind the web server. */
export async function startProduct(options: ProductOptions) {
  const { mailDir } = options;
  const mailbox = mailDir === undefined ? undefined : await openMailbox(mailDir);
  const opened: Opened = { ...options, mailbox };
  const { config, database, secrets, logger } = options;
  const shared = { databaseUrl: database.url, clock: systemClock, logger, poolSize: POOL_SIZE };
  const command = await startCommands(opened);
  const query = createQueryService({
    ...shared,
    password: secrets.rolePasswords.query_ro,
    platformPassword: secrets.rolePasswords.platform_ro,
    publicKeyPem: secrets.tokenPublicKey,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    superAdminNeedsTotp: config.NODE_ENV === "production",
    trustProxy: config.TRUST_PROXY,
  });
  const projector = createProjectorService({
    ...shared,
    password: secrets.rolePasswords.projector,
    dataKey: keyOf(secrets.dataKey),
  });
  projector.start();
  const mailPage = openMailPage(opened);
  await Promise.all([command.app.ready(), query.app.ready(), mailPage?.app.ready()]);
  const web = createWebServer({
    webRoot: WEB_ROOT,
    forward: {
      kind: "direct",
      command: (request, response) => command.app.routing(request, response),
      query: (request, response) => query.app.routing(request, response),
    },
    logger,
    trustProxy: config.TRUST_PROXY,
    dev: mailPage && ((request, response) => mailPage.app.routing(request, response)),
  });
  return {
    web,
    command,
    /** The web server closes first, so that requests in flight are finished. */
    close: async (): Promise<void> => {
      await web.close();
      await Promise.all([command.close(), query.close()]);
      await projector.stop();
      await mailPage?.close();
      await mailbox?.close();
    },
  };
}

function openMailPage({ mailbox, database, secrets, logger }: Opened) {
  if (!mailbox) return undefined;
  const password = secrets.rolePasswords.query_ro;
  const pool = createPool({ url: database.url, role: "query_ro", password, max: 1 });
  const publicKeyPem = secrets.tokenPublicKey;
  const sessions = createSessions({ pool, publicKeyPem, clock: systemClock });
  const app = createMailPage({ mailbox, sessions, logger });
  return {
    app,
    close: async (): Promise<void> => {
      await app.close();
      await pool.end();
    },
  };
}
