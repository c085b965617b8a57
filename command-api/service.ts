import { hostname } from "node:os";

import type { Clock } from "#kernel/platform/clock.ts";
import type { EventPublisher } from "#kernel/platform/event-bus.ts";
import type { Logger } from "#kernel/platform/logger.ts";
import { createPasswords } from "#kernel/platform/passwords.ts";
import { type ConnectionSettings, createPool, type Pool } from "#kernel/platform/postgres.ts";
import { createRateLimiter } from "#kernel/platform/rate-limit.ts";
import type { Redis } from "#kernel/platform/redis.ts";
import type { RolePasswords } from "#kernel/platform/roles.ts";
import { createSealer } from "#kernel/platform/seal.ts";
import { createSessions } from "#kernel/platform/sessions.ts";
import { subjectKeys } from "#kernel/platform/subject-keys.ts";
import type { TokenKeys } from "#kernel/platform/tokens.ts";

import { createCommandApi } from "./app.ts";
import { createRegistrationLimit, createSignInLimits } from "./auth/sign-in-limits.ts";
import { ensureSuperAdmin, type SuperAdmin } from "./auth/super-admin.ts";
import { createCommandContexts } from "./event-store/command-context.ts";
import { createEventStore } from "./event-store/event-store.ts";
import { createHints } from "./event-store/hints.ts";
import { keepTidy } from "./event-store/keep-tidy.ts";
import { type Relay, startRelay } from "./event-store/relay.ts";

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
  }>;
  /** Read once, where there is no super admin yet (R51). */
  firstAdmin?: SuperAdmin | undefined;
  redis?: Redis | undefined;
  /** Absent: nothing is relayed, the projector follows the log itself. */
  publisher?: EventPublisher | undefined;
  clock: Clock;
  logger: Logger;
  trustProxy?: readonly string[];
}>;

/** The API with its connections and the relay beside it; who starts it, listens, and closes it. */
export async function createCommandService(options: CommandServiceOptions) {
  const { clock, logger, redis, publisher } = options;
  const { pool, accountPool, connectionOf } = connect(options);
  const hints = createHints(connectionOf("cmd_writer"));
  const relay =
    publisher && startRelay({ database: connectionOf("relay"), publisher, log: logger });
  const onAppended = (tenantIds: ReadonlySet<string>): void => {
    relay?.hint(tenantIds);
    hints.send(tenantIds);
  };
  const store = createEventStore(pool, onAppended);
  const sealer = createSealer({ dataKey: options.dataKey, clock, ...subjectKeys(pool) });
  const sessions = createSessions({ pool, publicKeyPem: options.tokenKeys.publicKeyPem, clock });
  const accounts = await createAccounts(options, accountPool, onAppended);
  if (options.firstAdmin) {
    const outcome = await ensureSuperAdmin(accounts, options.firstAdmin);
    if (typeof outcome === "object") logger.warn(outcome, "the first super admin was not made");
  }

  const app = createCommandApi({
    logger,
    store,
    sealer,
    sessions,
    contexts: createCommandContexts(options.requestHashKey, clock),
    writes: createRateLimiter({
      name: "writes",
      points: options.limits.writesPerMinute,
      perMs: MINUTE_MS,
      redis,
    }),
    auth: { accounts, sessions, tokenKeys: options.tokenKeys },
    checks: { database: () => pool.query("select 1") },
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
  });
  const tidying = keepTidy(pool, { clock, log: logger });
  return {
    app,
    store,
    sealer,
    relay,
    close: async (): Promise<void> => {
      await app.close();
      await tidying.stop();
      await closeRelay(relay, publisher);
      await hints.close();
      await Promise.all([pool.end(), accountPool.end()]);
    },
  };
}

function connect({ databaseUrl, rolePasswords, poolSize }: CommandServiceOptions) {
  const connectionOf = (role: keyof typeof rolePasswords): ConnectionSettings => ({
    url: databaseUrl,
    role,
    password: rolePasswords[role],
    // Tells whoever looks at the database which process leads the relay.
    applicationName: `command-api ${role} ${hostname()}:${process.pid}`,
  });
  return {
    connectionOf,
    pool: createPool({ ...connectionOf("cmd_writer"), max: poolSize }),
    accountPool: createPool({ ...connectionOf("account_writer"), max: 4 }),
  };
}

async function createAccounts(
  { requestHashKey, clock, limits, redis }: CommandServiceOptions,
  pool: Pool,
  onAppended: (tenantIds: ReadonlySet<string>) => void,
) {
  return {
    pool,
    hashKey: requestHashKey,
    passwords: await createPasswords(),
    clock,
    onAppended,
    signInLimits: createSignInLimits({ signInsPerMinute: limits.signInsPerMinute, redis }),
    registrationLimit: createRegistrationLimit({
      registrationsPerHour: limits.registrationsPerHour,
      redis,
    }),
  };
}

async function closeRelay(relay: Relay | undefined, publisher: EventPublisher | undefined) {
  await relay?.stop();
  await publisher?.close();
}
