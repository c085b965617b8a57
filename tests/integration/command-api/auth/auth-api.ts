import { generateKeyPairSync } from "node:crypto";

import pg from "pg";

import { authRoutes } from "#command-api/auth/auth.routes.ts";
import { createRegistrationLimit, createSignInLimits } from "#command-api/auth/sign-in-limits.ts";
import { createHttpApp } from "#kernel/platform/http.ts";
import { createLogger } from "#kernel/platform/logger.ts";
import { migrate } from "#kernel/platform/migrate.ts";
import { createPasswords } from "#kernel/platform/passwords.ts";
import { createPool, type Pool } from "#kernel/platform/postgres.ts";
import type { RolePasswords } from "#kernel/platform/roles.ts";
import { requireRight, requireSession } from "#kernel/platform/session.ts";
import { createSessions } from "#kernel/platform/sessions.ts";
import { freshDatabase } from "#tests/kit/services.ts";

const rolePasswords: RolePasswords = {
  migrator: "pw_migrator",
  cmd_writer: "pw_cmd_writer",
  account_writer: "pw_account_writer",
  relay: "pw_relay",
  projector: "pw_projector",
  query_ro: "pw_query_ro",
  platform_ro: "pw_platform_ro",
  auditor_ro: "pw_auditor_ro",
  jobs: "pw_jobs",
};

const pair = () =>
  generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

export async function openAuthDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  await migrate({ adminUrl, passwords: rolePasswords });
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const { host, pathname } = new URL(adminUrl);
  const pools: Pool[] = [];
  const poolOf = (role: "account_writer" | "query_ro", max = 10): Pool => {
    const pool = createPool({
      url: `postgres://${host}${pathname}`,
      role,
      password: rolePasswords[role],
      max,
    });
    pools.push(pool);
    return pool;
  };
  return {
    admin,
    poolOf,
    /** Rows as the administrator sees them, whom no policy holds back. */
    rows: async (sql: string, values: readonly unknown[] = []): Promise<unknown[]> => {
      const { rows } = await admin.query({ text: sql, values: [...values], rowMode: "array" });
      return rows;
    },
    close: async (): Promise<void> => {
      await Promise.all(pools.map((pool) => pool.end()));
      await admin.end();
      await drop();
    },
  };
}

export type AuthDatabase = Awaited<ReturnType<typeof openAuthDatabase>>;

type Options = Readonly<{
  signInsPerMinute?: number;
  registrationsPerHour?: number;
  /** Instead of a pool of its own. */
  accountPool?: Pool;
  sessionPool?: Pool;
}>;

/**
 * The routes of command-api and, beside them, a scope for each audience that looks its sessions up as query-api
 * does. The clock stands still until it is moved.
 */
export async function createAuthApi(database: AuthDatabase, options: Options = {}) {
  const time = { nowMs: Date.parse("2026-03-02T08:00:00Z") };
  const clock = () => time.nowMs;
  const { privateKey: privateKeyPem, publicKey: publicKeyPem } = pair();
  const pool = options.accountPool ?? database.poolOf("account_writer");
  const appended: string[] = [];
  const accounts = {
    pool,
    hashKey: Buffer.alloc(32, 7),
    passwords: await createPasswords({ atOnce: 2, mostWaiting: 64 }),
    clock,
    onAppended: (tenantIds: ReadonlySet<string>) => appended.push(...tenantIds),
    signInLimits: createSignInLimits({ signInsPerMinute: options.signInsPerMinute ?? 10_000 }),
    registrationLimit: createRegistrationLimit({
      registrationsPerHour: options.registrationsPerHour ?? 10_000,
    }),
  };
  const sessionPool = options.sessionPool ?? database.poolOf("query_ro", 4);
  const sessions = createSessions({ pool: sessionPool, publicKeyPem, clock });
  const tokenKeys = { privateKeyPem, publicKeyPem };

  const app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
  await app.register(authRoutes, { accounts, sessions, tokenKeys });
  for (const aud of ["tenant", "platform"] as const) {
    await app.register(async (scope) => {
      await scope.register(requireSession, { sessions, aud });
      scope.get(`/${aud}/who`, (request) => request.actor);
      scope.get(`/${aud}/void`, (request) => {
        requireRight(request, "void-sale");
        return { ok: true };
      });
    });
  }
  await app.ready();

  const post = async (
    url: string,
    payload: object,
    more: Readonly<{ key?: string; from?: string }> = {},
  ) =>
    app.inject({
      method: "POST",
      url,
      payload,
      remoteAddress: more.from ?? "198.51.100.7",
      headers: { "user-agent": "Test", ...(more.key ? { "idempotency-key": more.key } : {}) },
    });
  const who = async (token: string, path = "/tenant/who") =>
    app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });

  return { app, accounts, sessions, tokenKeys, time, appended, post, who };
}

export type AuthApi = Awaited<ReturnType<typeof createAuthApi>>;

let count = 0;

/** A registration that no other test makes. */
export function aShop(more: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  return {
    business_name: `Shop ${count}`,
    first_name: "Ama",
    last_name: "Mensah",
    email: `ama${count}@example.com`,
    password: "correct horse",
    ...more,
  };
}
