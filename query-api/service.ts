import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { HeavyWork } from "#kernel/node/limits/heavy-work.ts";
import { createPace } from "#kernel/node/limits/pace.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Redis } from "#kernel/node/limits/redis.ts";
import type { Logger } from "#kernel/node/logging/logger.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import type { Clock } from "#kernel/node/time.ts";

import { createQueryApi } from "./app.ts";
import { isReady } from "./ask.query.ts";
import { createLogReader } from "./audit/reading-log.ts";
import { createLiveHub } from "./live/live-hub.ts";
import type { LiveLimits } from "./live/live-streams.ts";
import { createMachine } from "./platform/machine.ts";
import { followProjector } from "./projector-notices.ts";

const MINUTE_MS = 60_000;
/** Small, because there are few super admins and they must not slow down tenants. */
const PLATFORM_POOL_SIZE = 2;

export type QueryServiceOptions = Readonly<{
  databaseUrl: string;
  password: string;
  /** For the role that reads across tenants. */
  platformPassword: string;
  poolSize: number;
  publicKeyPem: string;
  limits: Readonly<{ requestsPerMinute: number; requestsPerSecond: number }>;
  heavy: HeavyWork;
  liveLimits: LiveLimits;
  /** True if super admins must sign in with a second factor. */
  superAdminNeedsTotp: boolean;
  redis?: Redis | undefined;
  /** Tells the projector of this process that a reader waits for the tenant. */
  onWaiting?: ((tenantId: TenantId) => void) | undefined;
  clock: Clock;
  logger: Logger;
  trustProxy?: readonly string[];
}>;

/** The API with its connections. The caller starts listening and closes it. */
export function createQueryService(options: QueryServiceOptions) {
  const { clock, logger, redis, publicKeyPem, limits } = options;
  const connection = { url: options.databaseUrl, role: "query_ro", password: options.password };
  const pool = createPool({ ...connection, max: options.poolSize, applicationName: "query-api" });
  const platformPool = createPool({
    url: options.databaseUrl,
    role: "platform_ro",
    password: options.platformPassword,
    max: PLATFORM_POOL_SIZE,
    applicationName: "query-api platform",
  });
  const live = createLiveHub({ pool, clock, log: logger, limits: options.liveLimits });
  const projector = followProjector({
    pool,
    connection: { ...connection, applicationName: "query-api listen" },
    log: logger,
    onHeard: live.heard,
    onWaiting: options.onWaiting,
  });
  const app = createQueryApi({
    reads: { pool, freshness: projector.freshness, clock, build: sourceHash() },
    live,
    logs: createLogReader(connection),
    platform: {
      pool: platformPool,
      freshness: projector.freshness,
      clock,
      measure: createMachine(),
    },
    sessions: createSessions({ pool, publicKeyPem, clock }),
    limits: {
      ofUser: createRateLimiter({
        name: "reads",
        points: limits.requestsPerMinute,
        perMs: MINUTE_MS,
        redis,
      }),
      ofTenant: createPace({ perSecond: limits.requestsPerSecond }),
      heavy: options.heavy,
    },
    superAdminNeedsTotp: options.superAdminNeedsTotp,
    logger,
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
  });
  return {
    app,
    /** False, or rejects, while the database does not answer or is not migrated. */
    isReady: () => isReady(pool),
    close: async (): Promise<void> => {
      await app.close();
      await projector.close();
      await Promise.all([pool.end(), platformPool.end()]);
    },
  };
}

const FOLDERS = [import.meta.dirname, join(import.meta.dirname, "..", "kernel", "contract")];

/** A hash of the code that computes answers: the same in every process of one build. */
function sourceHash(): string {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names.filter((path) => path.endsWith(".ts")).toSorted()) {
      hash.update(name).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("base64url");
}
