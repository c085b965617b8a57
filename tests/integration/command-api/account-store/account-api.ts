import { generateKeyPairSync } from "node:crypto";

import { createAccounts } from "#command-api/account-store/account-deps.ts";
import { accountRoutes } from "#command-api/account.routes.ts";
import { createCommandContexts } from "#command-api/http/command-context.ts";
import { createPasswords, type Passwords } from "#kernel/node/crypto/passwords.ts";
import { createHttpApp } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight, requireSession } from "#kernel/node/session/require-session.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import { accountRoutes as accountQueryRoutes } from "#query-api/account/account.routes.ts";

import { type AccountDatabase, openAccountDatabase } from "./account-database.ts";

type Options = Readonly<{
  signInsPerMinute?: number;
  registrationsPerHour?: number;
  accountPool?: Pool;
  sessionPool?: Pool;
  superAdminNeedsTotp?: boolean;
  passwords?: Passwords;
  refusalStepMs?: number;
}>;

const LINE = { atOnce: 2, mostWaiting: 64 };
/** The cost of the product's own hashes is tested with these. */
export const productPasswords = () => createPasswords(LINE);
/** A tenth of the time, for tests that only need some password. */
const quickPasswords = () =>
  createPasswords({ ...LINE, cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } });

const keys = () => {
  const pair = generateKeyPairSync("ed25519");
  return {
    publicKeyPem: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
    privateKeyPem: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
};

/**
 * The routes of command-api, plus a scope per audience that checks sessions as query-api does. The
 * clock only moves when a test moves it.
 */
export async function createAccountApi(database: AccountDatabase, options: Options = {}) {
  const time = { nowMs: Date.parse("2026-03-02T08:00:00Z") };
  const clock = () => time.nowMs;
  const tokenKeys = keys();
  const appended: string[] = [];
  const accounts = {
    ...(await createAccounts({
      pool: options.accountPool ?? database.poolOf("account_writer"),
      requestHashKey: Buffer.alloc(32, 7),
      dataKey: Buffer.alloc(32, 8),
      superAdminNeedsTotp: options.superAdminNeedsTotp ?? false,
      clock,
      limits: {
        signInsPerMinute: options.signInsPerMinute ?? 10_000,
        registrationsPerHour: options.registrationsPerHour ?? 10_000,
      },
      onAppended: (tenantIds: ReadonlySet<string>) => {
        appended.push(...tenantIds);
      },
    })),
    ...(options.refusalStepMs !== undefined && { refusalStepMs: options.refusalStepMs }),
    passwords: options.passwords ?? (await quickPasswords()),
  };
  const sessionPool = options.sessionPool ?? database.poolOf("query_ro", 4);
  const sessions = createSessions({
    pool: sessionPool,
    publicKeyPem: tokenKeys.publicKeyPem,
    clock,
  });

  const app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
  const contexts = createCommandContexts(Buffer.alloc(32, 7), clock);
  await app.register(accountRoutes, { accounts, contexts, sessions, tokenKeys });
  await app.register(async (own) => {
    await own.register(requireSession, { sessions, aud: "any" });
    await own.register(accountQueryRoutes, {
      reads: { pool: sessionPool, clock },
      superAdminNeedsTotp: options.superAdminNeedsTotp ?? false,
    });
  });
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

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  type More = Readonly<{ key?: string; from?: string; token?: string }>;
  const post = async (url: string, payload: object, { key, from, token }: More = {}) =>
    app.inject({
      method: "POST",
      url,
      payload,
      remoteAddress: from ?? "198.51.100.7",
      headers: {
        "user-agent": "Test",
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(token === undefined ? {} : bearer(token)),
      },
    });
  return {
    app,
    accounts,
    sessions,
    tokenKeys,
    time,
    appended,
    post,
    register: (body: object, more: More = {}) => post("/auth/register.php", body, more),
    signIn: (email: string, password: string, from?: string) =>
      post("/auth/login.php", { email, password }, from === undefined ? {} : { from }),
    signInWith: (email: string, password: string, totp: string) =>
      post("/auth/login.php", { email, password, totp }),
    adminSignIn: (email: string, password: string, totp?: string) =>
      post("/auth/super-admin-login.php", { email, password, totp }),
    /** Sends a request with a token. */
    call: async (
      token: string,
      method: "GET" | "POST" | "PUT" | "DELETE",
      url: string,
      payload?: object,
    ) =>
      app.inject({
        method,
        url,
        headers: { ...bearer(token), "user-agent": "Test" },
        ...(payload && { payload }),
      }),
    who: async (token: string, url = "/tenant/who") => app.inject({ url, headers: bearer(token) }),
    logOut: async (token: string) =>
      app.inject({ method: "POST", url: "/api/v1/logout", headers: bearer(token) }),
  };
}

export type AccountApi = Awaited<ReturnType<typeof createAccountApi>>;

/** A database and an API for one test file. */
export async function openAccountSuite(options: Options = {}) {
  const database = await openAccountDatabase();
  const api = await createAccountApi(database, options);
  return {
    database,
    api,
    close: async (): Promise<void> => {
      await api.app.close();
      await database.close();
    },
  };
}
