import { hostname } from "node:os";

import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import type { ErasureList } from "#kernel/node/erased-list.ts";
import type { EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import type { HeavyWork } from "#kernel/node/limits/heavy-work.ts";
import type { RequestLimits } from "#kernel/node/limits/limit-requests.ts";
import { createPace } from "#kernel/node/limits/pace.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Redis } from "#kernel/node/limits/redis.ts";
import type { Logger } from "#kernel/node/logging/logger.ts";
import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";
import type { RolePasswords } from "#kernel/node/postgres/roles.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import type { TokenKeys } from "#kernel/node/session/tokens.ts";
import type { Clock } from "#kernel/node/time.ts";
import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";

import { type AccountDeps, createAccounts } from "./account-store/account-deps.ts";
import { createCommandApi } from "./app.ts";
import { startErasure } from "./erasure/erasure.ts";
import { createEventStore } from "./event-store/handle-command.ts";
import { startHeadSigner } from "./event-store/head-signer/head-signer.ts";
import { createHints } from "./event-store/relay/hints.ts";
import { type Relay, startRelay } from "./event-store/relay/relay.ts";
import { createCommandContexts } from "./http/command-context.ts";
import { createMailLinks } from "./mail-link.ts";
import { type MailOptions, setUpMail } from "./mail-setup.ts";
import { observe } from "./platform/observe.ts";
import type { Dependency } from "./platform/reach.ts";
import type { RetryPolicy } from "./reactions/engine/queue.ts";
import { startReactions } from "./reactions/start-reactions.ts";
import type { ProviderRules } from "./settings/try-providers.ts";
import { ensureSuperAdmin, type SuperAdmin } from "./super-admin/super-admin.ts";
import { deletionJob } from "./tenant/delete-tenant.ts";
import { entryKind } from "./till/entries/read-entry.ts";
import type { SignedLimits } from "./till/entries/signed-requests.ts";
import { saleEntries } from "./till/sale-entry/sale-entry.ts";

const MINUTE_MS = 60_000;

export type CommandServiceOptions = Readonly<{
  databaseUrl: string;
  rolePasswords: Pick<RolePasswords, "cmd_writer" | "account_writer" | "relay">;
  poolSize: number;
  dataKey: Buffer;
  requestHashKey: Buffer;
  tokenKeys: TokenKeys;
  limits: Readonly<{
    registrationsPerHour: number;
    signInsPerMinute: number;
    writesPerMinute: number;
    writesPerSecond: number;
  }>;
  heavy: HeavyWork;
  /** The list of erased people outside the database. */
  erasedList?: ErasureList | undefined;
  /** Absent: this process does not sign logs. */
  signedHeadKeys?: SigningKeys | undefined;
  /** In production, a super admin must set up a second factor at the first sign-in. */
  superAdminNeedsTotp?: boolean;
  /** Created at the start if there is no super admin yet. */
  firstAdmin?: SuperAdmin | undefined;
  mail?: MailOptions | undefined;
  providerRules?: ProviderRules | undefined;
  /** Absent: this process works on no reactions. */
  reactions?: Readonly<{ password: string; retry?: RetryPolicy }> | undefined;
  redis?: Redis | undefined;
  /** Absent: nothing is relayed, and the projector reads the log itself. */
  publisher?: EventPublisher | undefined;
  /**
   * Tells the projector of this process which tenants have new events. Absent: it gets notices of the
   * database.
   */
  hint?: ((tenantIds: Iterable<string>) => void) | undefined;
  /** Servers that the process needs. Absent: nothing is probed and no alerts are raised. */
  dependencies?: readonly Dependency[] | undefined;
  clock: Clock;
  logger: Logger;
  trustProxy?: readonly string[];
}>;

/** The API with its connections and background work. The caller makes it listen and closes it. */
export async function createCommandService(options: CommandServiceOptions) {
  const { clock, logger, publisher, dependencies } = options;
  const { pool, accountPool, connectionOf } = connect(options);
  const hints = options.hint ? undefined : createHints(connectionOf("cmd_writer"));
  const relay =
    publisher && startRelay({ database: connectionOf("relay"), publisher, log: logger });
  const hint = options.hint ?? hints?.send;
  const onAppended = (tenantIds: ReadonlySet<string>): void => {
    relay?.hint(tenantIds);
    hint?.(tenantIds);
  };
  const store = createEventStore(pool, onAppended);
  const sealer = createSealer({ dataKey: options.dataKey, clock, ...subjectKeys(pool) });
  const { publicKeyPem } = options.tokenKeys;
  const sessions = createSessions({ pool, publicKeyPem, clock, alwaysAsks: true });
  const accounts = await openAccounts(options, accountPool, { onAppended, readers: store.readers });
  const erasure = startErasure({ accounts, list: options.erasedList, log: logger });
  const mail = setUpMail({ ...options, ports: { store, sealer, pool, accountPool } });
  const reactions = await startReactions({
    ...jobsOf(options),
    ports: {
      mails: mail.mails,
      people: mail.people,
      links: createMailLinks(options.requestHashKey),
      forgetProviders: mail.forgetProviders,
      deleteTenant: deletionJob(accounts),
    },
    clock,
    logger,
  });

  const isReady = () => pool.query("select 1");
  const limits = createWriteLimits(options);
  const app = createCommandApi({
    logger,
    store,
    sealer,
    erase: erasure.erase,
    sessions,
    contexts: createCommandContexts(options.requestHashKey, clock),
    limits,
    auth: { accounts, sessions, tokenKeys: options.tokenKeys },
    ...mail.routeDeps,
    resend: { pool, clock, sendAgain: reactions.sendAgain },
    tills: { pool },
    entries: {
      kinds: { sale: entryKind(saleEntries({ read: store.read, sealer, clock })) },
      clock,
      limits: createEntryLimits(options, limits.ofTenant),
    },
    checks: { database: isReady },
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
  });
  if (dependencies) observe(app, { pool, store, clock, log: logger, dependencies });
  const background = startBackgroundWork(options, pool, connectionOf("relay"));
  return {
    app,
    /** Rejects while the database does not answer. Kafka and Redis are not needed. */
    isReady,
    store,
    sealer,
    accounts,
    relay,
    close: async (): Promise<void> => {
      await app.close();
      for (const { stop } of [reactions, erasure, ...background]) await stop();
      await closeRelay(relay, publisher);
      await hints?.close();
      await Promise.all([pool.end(), accountPool.end()]);
    },
  };
}

/** Work that no request starts. */
function startBackgroundWork(
  { signedHeadKeys: keys, clock, logger: log }: CommandServiceOptions,
  pool: Pool,
  database: ConnectionSettings,
): readonly Readonly<{ stop: () => Promise<void> }>[] {
  const maintenance = startMaintenance(pool, { clock, log });
  return keys ? [maintenance, startHeadSigner({ database, keys, clock, log })] : [maintenance];
}

const HOUR_MS = 60 * MINUTE_MS;
/** Keys are kept for 7 days: a request repeated on the 6th still gets its first answer. */
const KEYS_KEPT_MS = 7 * 24 * HOUR_MS;

/** Hourly: forgets old idempotency keys and creates the next partitions of the access log. */
function startMaintenance(
  pool: Pool,
  { clock, log }: Readonly<{ clock: Clock; log: Logger }>,
): Readonly<{ stop: () => Promise<void> }> {
  let running = Promise.resolve();
  const maintain = async (): Promise<void> => {
    try {
      await pool.query("select audit.ensure_months($1)", [clock()]);
      await forgetKeys(pool, clock() - KEYS_KEPT_MS);
    } catch (err) {
      log.warn({ err }, "maintenance failed, retrying in 1 h");
    }
  };
  const timer = setInterval(() => {
    running = maintain();
  }, HOUR_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function forgetKeys(pool: Pool, beforeMs: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ gone: number }>("select es.forget_commands($1) as gone", [
      beforeMs,
    ]);
    if (!rows[0]?.gone) return;
  }
}

async function openAccounts(
  options: CommandServiceOptions,
  pool: Pool,
  log: Pick<AccountDeps, "onAppended" | "readers">,
) {
  const { superAdminNeedsTotp = false, firstAdmin, logger } = options;
  const accounts = await createAccounts({ ...options, ...log, pool, superAdminNeedsTotp });
  const outcome = firstAdmin && (await ensureSuperAdmin(accounts, firstAdmin));
  if (typeof outcome === "object") logger.warn(outcome, "the first super admin was not created");
  return accounts;
}

const createWriteLimits = ({ limits, heavy, redis }: CommandServiceOptions): RequestLimits => ({
  ofUser: createRateLimiter({
    name: "writes",
    points: limits.writesPerMinute,
    perMs: MINUTE_MS,
    redis,
  }),
  ofTenant: createPace({ perSecond: limits.writesPerSecond }),
  heavy,
});

/** A till writes for all who sell at it, so it may write as much as a person. */
function createEntryLimits(
  { limits, redis }: CommandServiceOptions,
  ofTenant: RequestLimits["ofTenant"],
): SignedLimits {
  const limit = { points: limits.writesPerMinute, perMs: MINUTE_MS, redis };
  return {
    ofSender: createRateLimiter({ ...limit, name: "till-senders" }),
    ofTill: createRateLimiter({ ...limit, name: "tills" }),
    ofTenant,
  };
}

function connect({ databaseUrl, rolePasswords, poolSize }: CommandServiceOptions) {
  const connectionOf = (role: keyof typeof rolePasswords): ConnectionSettings => ({
    url: databaseUrl,
    role,
    password: rolePasswords[role],
    // Shows in pg_stat_activity which process leads the relay.
    applicationName: applicationName(role),
  });
  return {
    connectionOf,
    pool: createPool({ ...connectionOf("cmd_writer"), max: poolSize }),
    accountPool: createPool({ ...connectionOf("account_writer"), max: 4 }),
  };
}

const applicationName = (role: string): string =>
  `command-api ${role} ${hostname()}:${process.pid}`;

const jobsOf = ({ databaseUrl: url, reactions }: CommandServiceOptions) =>
  reactions && {
    database: {
      url,
      role: "jobs",
      password: reactions.password,
      applicationName: applicationName("jobs"),
    },
    retry: reactions.retry,
  };

async function closeRelay(relay: Relay | undefined, publisher: EventPublisher | undefined) {
  await relay?.stop();
  await publisher?.close();
}
