import { generateKeyPairSync } from "node:crypto";

import fastifyJwt from "@fastify/jwt";
import fastify from "fastify";

import { SessionId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { readConfig } from "#kernel/node/config/read-config.ts";
import { heavySettings, liveSettings } from "#kernel/node/config/shared-settings.ts";
import { heavyWorkOf } from "#kernel/node/limits/heavy-work.ts";
import { createPace } from "#kernel/node/limits/pace.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import { type Audience, issueToken, signerSettings } from "#kernel/node/session/tokens.ts";
import { createAnswerCache } from "#query-api/answer-cache.ts";
import { createKeptAnswers } from "#query-api/answers.ts";
import { createQueryApi } from "#query-api/app.ts";
import { createLogReader } from "#query-api/audit/reading-log.ts";
import { createLiveHub } from "#query-api/live/live-hub.ts";
import { liveLimitsOf } from "#query-api/live/live-streams.ts";
import { createMachine } from "#query-api/platform/machine.ts";
import { followProjector } from "#query-api/projector-notices.ts";

import { openQueryDatabase } from "./query-database.ts";
import { fillTenant, insertRows } from "./tenant-rows.ts";
import { FOREIGN, FOREIGN_TENANT, NOW_MS, OWN, OWN_TENANT } from "./two-tenants.ts";

const DAY_MS = 86_400_000;

/**
 * Whose token a request carries: a role of the own tenant, the other tenant's owner, or the
 * platform.
 */
export const IDENTITIES = [
  "owner",
  "manager",
  "cashier",
  "stock_keeper",
  "accountant",
  "auditor",
  "foreign owner",
  "super_admin",
] as const;
export type Identity = (typeof IDENTITIES)[number];

type Options = Readonly<{
  readsPerMinute?: number;
  /** Keeps answers as the product does. Otherwise rows may change without an event. */
  keeps?: boolean;
}>;

/** The whole API over its own database with both tenants in it. */
export async function openQueryApi({ readsPerMinute = 1_000_000, keeps = false }: Options = {}) {
  const database = await openQueryDatabase();
  const { admin, pool, platformPool, connection } = database;
  await fillTenant(admin, OWN_TENANT);
  await fillTenant(admin, FOREIGN_TENANT);

  const pair = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const time = { nowMs: NOW_MS };
  const clock = () => time.nowMs;
  const lines: string[] = [];
  const logger = createLogger(
    { service: "query-api", level: "info" },
    { write: (line) => lines.push(line) },
  );
  const projector = followProjector({
    pool,
    connection: { ...connection, applicationName: "query-api listen" },
    log: logger,
  });
  const app = createQueryApi({
    live: createLiveHub({
      pool,
      clock,
      log: logger,
      limits: liveLimitsOf(readConfig(liveSettings, {})),
    }),
    logs: createLogReader(connection),
    kept: keeps ? createKeptAnswers() : createAnswerCache(0),
    reads: { pool, freshness: projector.freshness, clock, build: "one" },
    platform: {
      pool: platformPool,
      freshness: projector.freshness,
      clock,
      measure: createMachine(),
    },
    sessions: createSessions({ pool, publicKeyPem: pair.publicKey, clock }),
    limits: {
      ofUser: createRateLimiter({ name: "reads", points: readsPerMinute, perMs: 60_000 }),
      ofTenant: createPace({ perSecond: 1_000_000 }),
      heavy: heavyWorkOf(readConfig(heavySettings, {})),
    },
    logger,
  });

  await app.ready();

  const signer = fastify();
  await signer.register(
    fastifyJwt,
    signerSettings({ privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey }),
  );
  const tokens = new Map<Identity, string>();
  for (const [index, identity] of IDENTITIES.entries()) {
    tokens.set(identity, await signIn(identity, index));
  }

  async function signIn(identity: Identity, index: number): Promise<string> {
    const aud: Audience = identity === "super_admin" ? "platform" : "tenant";
    const tenantId: TenantId = identity === "foreign owner" ? FOREIGN : OWN;
    const userId = UserId.parse(`40000000-0000-7000-8000-00000000000${index}`);
    const sid = SessionId.parse(`50000000-0000-7000-8000-00000000000${index}`);
    await insertRows(admin, "auth.users", [
      {
        user_id: userId,
        kind: aud,
        email: `${index}@example.com`,
        password_hash: "-",
        first_name: "A",
        last_name: "B",
        created_ms: NOW_MS,
      },
    ]);
    if (aud === "tenant") {
      const role = identity === "foreign owner" ? "owner" : identity;
      await insertRows(admin, "auth.memberships", [
        { tenant_id: tenantId, user_id: userId, role, joined_ms: NOW_MS },
      ]);
    }
    await insertRows(admin, "auth.sessions", [
      {
        tenant_id: tenantId,
        sid,
        user_id: userId,
        aud,
        created_ms: NOW_MS,
        last_used_ms: NOW_MS,
        expires_ms: NOW_MS + DAY_MS,
      },
    ]);
    return issueToken(signer.jwt, { aud, userId, tenantId, sid }, NOW_MS);
  }

  const request = (
    method: "GET" | "HEAD",
    url: string,
    { as = "owner", headers = {} }: Readonly<{ as?: Identity; headers?: Record<string, string> }>,
  ) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${tokens.get(as) ?? ""}`, ...headers },
    });

  return {
    ...database,
    app,
    lines,
    time,
    get: (url: string, as: Identity = "owner", headers: Record<string, string> = {}) =>
      request("GET", url, { as, headers }),
    head: (url: string, as: Identity = "owner", headers: Record<string, string> = {}) =>
      request("HEAD", url, { as, headers }),
    close: async (): Promise<void> => {
      await app.close();
      await signer.close();
      await projector.close();
      await database.close();
    },
  };
}

export type QueryApi = Awaited<ReturnType<typeof openQueryApi>>;
