import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

import { dependenciesOf } from "#command-api/platform/reach.ts";
import { createCommandService } from "#command-api/service.ts";
import { createErasureList } from "#kernel/node/erased-list.ts";
import { toBody, UNAVAILABLE } from "#kernel/node/http/errors.ts";
import { type HeavyWork, heavyWorkOf } from "#kernel/node/limits/heavy-work.ts";
import type { Logger } from "#kernel/node/logging/logger.ts";
import { serverOfUrl } from "#kernel/node/mail.ts";
import { createPendingTenants, type PendingTenants } from "#kernel/node/pending-tenants.ts";
import { createClient, createPool } from "#kernel/node/postgres/connections.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import { systemClock } from "#kernel/node/time.ts";
import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";
import { createProjectorService } from "#projector/projector.ts";
import { liveLimitsOf } from "#query-api/live/live-streams.ts";
import { createQueryService } from "#query-api/service.ts";
import type { StandaloneConfig } from "#standalone/config.ts";
import { createWebServer, type DirectHandler } from "#web/server/app.ts";
import { connectionLimitsOf } from "#web/server/limit-connections.ts";

import type { Database } from "./database.ts";
import { keepParts } from "./keep-parts.ts";
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
  /** Work that starts and stops with the services. */
  beside: (command: Command) => Readonly<{ stop: () => Promise<void> }>;
  /** Called when the services fail again and again. */
  giveUp: (reason: string) => void;
}>;

type Opened = ProductOptions & Readonly<{ mailbox: Mailbox | undefined }>;

const keyOf = (base64: string): Buffer => Buffer.from(base64, "base64");

type Shared = Readonly<{ heavy: HeavyWork; pending: PendingTenants }>;

function startCommands(options: Opened, { heavy, pending }: Shared) {
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
      writesPerSecond: config.WRITES_PER_SECOND,
    },
    heavy,
    hint: pending.add,
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

/** Fails before anything is opened, if the database is away. */
async function requireDatabase({ database, secrets }: Opened): Promise<void> {
  const password = secrets.rolePasswords.cmd_writer;
  const client = createClient({ url: database.url, role: "cmd_writer", password });
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined); // never connected
  }
}

type Command = Awaited<ReturnType<typeof createCommandService>>;

/** Every service of the product, in this process. */
async function startParts(options: Opened) {
  const { config, database, secrets, logger } = options;
  const shared = { databaseUrl: database.url, clock: systemClock, logger, poolSize: POOL_SIZE };
  // Reads, writes and the projector share one process.
  const heavy = heavyWorkOf(config);
  const pending = createPendingTenants();
  await requireDatabase(options);
  const command = await startCommands(options, { heavy, pending });
  const query = createQueryService({
    ...shared,
    password: secrets.rolePasswords.query_ro,
    platformPassword: secrets.rolePasswords.platform_ro,
    publicKeyPem: secrets.tokenPublicKey,
    limits: {
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
      requestsPerSecond: config.REQUESTS_PER_SECOND,
    },
    heavy,
    onWaiting: (tenantId) => pending.hurry([tenantId]),
    liveLimits: liveLimitsOf(config),
    superAdminNeedsTotp: config.NODE_ENV === "production",
    trustProxy: config.TRUST_PROXY,
  });
  const projector = createProjectorService({
    ...shared,
    password: secrets.rolePasswords.projector,
    pending,
    dataKey: keyOf(secrets.dataKey),
  });
  projector.start();
  const mailPage = openMailPage(options);
  await Promise.all([command.app.ready(), query.app.ready(), mailPage?.app.ready()]);
  const beside = options.beside(command);
  return {
    command,
    apps: { command: command.app, query: query.app, dev: mailPage?.app },
    checks: {
      "command-api": command.isReady,
      "query-api": query.isReady,
      projector: projector.isReady,
    },
    close: async (): Promise<void> => {
      await beside.stop();
      await Promise.all([command.close(), query.close()]);
      await projector.stop();
      await mailPage?.close();
    },
  };
}

type Parts = Awaited<ReturnType<typeof startParts>>;

/**
 * Runs the services of the product behind the web server. After an uncaught error they start again,
 * while the web server goes on and answers 503.
 */
export async function startProduct(options: ProductOptions) {
  const { config, logger, mailDir, giveUp } = options;
  const mailbox = mailDir === undefined ? undefined : await openMailbox(mailDir);
  const opened: Opened = { ...options, mailbox };
  const parts = await keepParts({ start: () => startParts(opened), giveUp, log: logger });
  const handle =
    (name: keyof Parts["apps"]): DirectHandler =>
    (request, response) => {
      const app = parts.current()?.apps[name];
      if (app) app.routing(request, response);
      else answerUnavailable(response);
    };
  const check = (name: keyof Parts["checks"]) => async () =>
    (await parts.current()?.checks[name]()) ?? false;
  const web = createWebServer({
    webRoot: WEB_ROOT,
    forward: {
      kind: "direct",
      command: handle("command"),
      query: handle("query"),
      checks: {
        "command-api": check("command-api"),
        "query-api": check("query-api"),
        projector: check("projector"),
      },
    },
    logger,
    trustProxy: config.TRUST_PROXY,
    connections: connectionLimitsOf(config),
    platformHost: config.PLATFORM_HOST,
    dev: mailbox && handle("dev"),
  });
  return {
    web,
    command: () => parts.current()?.command,
    failed: parts.failed,
    /** The web server closes first, so that requests in flight are finished. */
    close: async (): Promise<void> => {
      await web.close();
      await parts.close();
      await mailbox?.close();
    },
  };
}

/** For requests that arrive while the services start again. */
function answerUnavailable(response: ServerResponse): void {
  const requestId = randomUUID();
  response.writeHead(UNAVAILABLE.status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "1",
    "x-request-id": requestId,
  });
  response.end(JSON.stringify(toBody(UNAVAILABLE, requestId)));
}

function openMailPage({ mailbox, database, secrets, logger }: Opened) {
  if (!mailbox) return undefined;
  const password = secrets.rolePasswords.query_ro;
  const pool = createPool({
    url: database.url,
    role: "query_ro",
    password,
    max: 1,
    purpose: "mail page",
  });
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
