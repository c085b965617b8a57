import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";

import fastifyJwt from "@fastify/jwt";
import fastify from "fastify";

import { createMailLinks } from "#command-api/mail-link.ts";
import { type CommandServiceOptions, createCommandService } from "#command-api/service.ts";
import type { ProviderRules } from "#command-api/settings/try-providers.ts";
import { SignInResult } from "#kernel/contract/api/auth.ts";
import { PLATFORM_TENANT_ID, SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { ErasureList } from "#kernel/node/erased-list.ts";
import type { HeavyWork } from "#kernel/node/limits/heavy-work.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { serverOfUrl } from "#kernel/node/mail.ts";
import { type Audience, issueToken, signerSettings } from "#kernel/node/session/tokens.ts";
import type { Clock } from "#kernel/node/time.ts";
import type { LiveLimits } from "#query-api/live/live-streams.ts";
import { openLogDatabase } from "#tests/kit/database/log-database.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { openMailSink } from "#tests/kit/fakes/mail-sink.ts";
import { limitlessWork } from "#tests/kit/product/limitless.ts";

import { createAsk } from "./ask.ts";
import { ROLES, type Identity } from "./identities.ts";

export const FIRST_ADMIN = { email: "root@shops.example", password: "platform secret" };
export const PUBLIC_URL = "https://tillbook.shops.example";
export const OWNER_PASSWORD = "correct horse";

/** No test contacts an outside service. */
const NO_PROVIDERS: ProviderRules = { paystackUrl: "http://127.0.0.1:1", allowsPrivate: false };
const UNLIMITED = 1_000_000;
const DAY_MS = 86_400_000;
const EXPIRED_MS = 31 * DAY_MS;

const tokenKeys = () => {
  const pair = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return { privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey };
};

export type TwoTenantsOptions = Readonly<{
  /** Limits that are left out are off. */
  limits?: Readonly<
    Partial<
      Record<
        "registrationsPerHour" | "signInsPerMinute" | "writesPerMinute" | "writesPerSecond",
        number
      >
    >
  >;
  heavy?: HeavyWork;
  requestsPerMinute?: number;
  requestsPerSecond?: number;
  liveLimits?: Partial<LiveLimits>;
  testMailsPerHour?: number;
  receiptMailsPerHour?: number;
  messagesPerHour?: number;
  providerRules?: ProviderRules;
  /** Where erasures are listed outside the database. */
  erasedList?: ErasureList;
  /** Also runs the reactions to events. */
  reacts?: boolean;
  clock?: Clock;
  /** Gets what would be logged; without it nothing is. */
  logLine?: (line: string) => void;
}>;

/**
 * The command API as in production, on its own database with two tenants and people of every role.
 */
export async function openTwoTenants(options: TwoTenantsOptions = {}) {
  const database = await openLogDatabase();
  const mailSink = await openMailSink();
  const keys = tokenKeys();
  const dataKey = randomBytes(32);
  const requestHashKey = randomBytes(32);
  const { logLine } = options;
  const logger = logLine
    ? createLogger({ service: "test", level: "info" }, { write: logLine })
    : createLogger({ service: "test", level: "silent" });
  const { clock = () => Date.now(), testMailsPerHour = UNLIMITED } = options;
  const serviceOptions = {
    databaseUrl: connectionAs("cmd_writer", database.adminUrl).url,
    rolePasswords: TEST_PASSWORDS,
    poolSize: 4,
    dataKey,
    requestHashKey,
    tokenKeys: keys,
    limits: {
      registrationsPerHour: UNLIMITED,
      signInsPerMinute: UNLIMITED,
      writesPerMinute: UNLIMITED,
      writesPerSecond: UNLIMITED,
      ...options.limits,
    },
    heavy: options.heavy ?? limitlessWork(),
    firstAdmin: FIRST_ADMIN,
    mail: {
      server: serverOfUrl(mailSink.url),
      from: "Tillbook <no-reply@shops.example>",
      publicUrl: PUBLIC_URL,
      testMailsPerHour,
      receiptMailsPerHour: options.receiptMailsPerHour ?? UNLIMITED,
      messagesPerHour: options.messagesPerHour ?? UNLIMITED,
    },
    providerRules: options.providerRules ?? NO_PROVIDERS,
    ...(options.erasedList && { erasedList: options.erasedList }),
    clock,
    logger,
  };
  const startService = async (more: Partial<CommandServiceOptions> = {}) => {
    const started = await createCommandService({ ...serviceOptions, ...more });
    await started.app.ready();
    return started;
  };
  const service = await startService({
    ...(options.reacts && {
      reactions: {
        password: TEST_PASSWORDS.jobs,
        retry: { retries: 3, delaySeconds: 1, mostSeconds: 1 },
      },
    }),
  });
  const signer = fastify();
  await signer.register(fastifyJwt, signerSettings(keys));

  const registered = async (name: string) => {
    const answer = await service.app.inject({
      method: "POST",
      url: "/auth/register.php",
      payload: {
        business_name: name,
        first_name: "Ama",
        last_name: "Owner",
        email: `${randomUUID()}@shops.example`,
        password: OWNER_PASSWORD,
      },
    });
    return SignInResult.parse(answer.json());
  };
  const [own, foreign] = [await registered("Own shop"), await registered("Foreign shop")];

  type Session = Readonly<{ aud?: Audience; issuedMs?: number; tenantId?: TenantId }>;

  /** Inserts a session of a user with the owner's password. Sign-in itself is tested elsewhere. */
  async function openSession(role: string, session: Session = {}): Promise<string> {
    const {
      aud = "tenant",
      issuedMs = clock(),
      tenantId = aud === "platform" ? PLATFORM_TENANT_ID : TenantId.parse(own.tenant.id),
    } = session;
    const [userId, sid] = [UserId.parse(randomUUID()), SessionId.parse(randomUUID())];
    await database.query(
      `insert into auth.users (user_id, kind, email, password_hash, first_name, last_name, created_ms)
       select $1, $2, $3, password_hash, 'A', 'B', 1 from auth.users where user_id = $4`,
      [userId, aud, `${userId}@shops.example`, own.user.id],
    );
    if (aud === "tenant") {
      await database.query(
        "insert into auth.memberships (tenant_id, user_id, role, joined_ms) values ($1, $2, $3, 1)",
        [tenantId, userId, role],
      );
    }
    await database.query(
      `insert into auth.sessions (tenant_id, sid, user_id, aud, created_ms, last_used_ms, expires_ms)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, sid, userId, aud, issuedMs, clock(), issuedMs + EXPIRED_MS - DAY_MS],
    );
    return issueToken(signer.jwt, { aud, userId, tenantId, sid }, issuedMs);
  }

  const tokens = new Map<Identity, string>([
    ["owner", own.token],
    ["foreign owner", foreign.token],
    ["second cashier", await openSession("cashier")],
    ["super_admin", await openSession("-", { aud: "platform" })],
    ["expired", await openSession("owner", { issuedMs: clock() - EXPIRED_MS })],
  ]);
  for (const role of ROLES) if (role !== "owner") tokens.set(role, await openSession(role));

  return {
    ...database,
    ...createAsk(service.app, tokens),
    service,
    dataKey,
    mailLinks: createMailLinks(requestHashKey),
    publicKeyPem: keys.publicKeyPem,
    clock,
    logger,
    mailSink,
    tenantId: TenantId.parse(own.tenant.id),
    ownerEmail: own.user.email,
    foreignTenantId: TenantId.parse(foreign.tenant.id),
    tokens,
    openSession,
    /** A second instance on the same database, as behind a proxy. The caller closes it. */
    openTwin: (more: Partial<CommandServiceOptions> = {}) => startService(more),
    tokenOf: (as: Identity): string => tokens.get(as) ?? "",
    close: async (): Promise<void> => {
      await service.close();
      await signer.close();
      await mailSink.close();
      await database.close();
    },
  };
}

export type TwoTenants = Awaited<ReturnType<typeof openTwoTenants>>;
