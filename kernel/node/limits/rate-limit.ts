import { createHash } from "node:crypto";

import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

import type { TenantId } from "#kernel/contract/ids.ts";
import { createCounter } from "#kernel/node/metrics/registry.ts";

import type { Redis } from "./redis.ts";

const limitHits = createCounter({
  name: "tillbook_limit_hits_total",
  help: "Requests that were refused because of a limit",
  labels: ["limit"],
});

export type RateLimiter = Readonly<{
  /** `subject` may be any text, even one chosen by an attacker: an address, an email. */
  consume: (
    subject: string,
    tenantId?: TenantId,
  ) => Promise<Readonly<{ allowed: boolean; retryAfterMs: number }>>;
}>;

type Limit = Readonly<{
  name: string;
  points: number;
  /** Rounded up to whole seconds. */
  perMs: number;
  redis?: Redis | undefined;
}>;

/**
 * Counts in Redis for all processes; in this process alone while Redis is unavailable or not
 * configured.
 */
export function createRateLimiter({ name, points, perMs, redis }: Limit): RateLimiter {
  const limit = { keyPrefix: "", points, duration: Math.ceil(perMs / 1000) };
  // Shown from the start: the first refusal is then an increase.
  limitHits.inc({ limit: name }, 0);
  const inProcess = new RateLimiterMemory(limit);
  const shared =
    redis &&
    new RateLimiterRedis({ ...limit, storeClient: redis.client, insuranceLimiter: inProcess });

  return {
    consume: async (subject, tenantId) => {
      try {
        if (shared && redis.isUsable()) await shared.consume(keyOf(name, subject, tenantId));
        else await inProcess.consume(`${tenantId ?? ""}:${subject}`);
        return { allowed: true, retryAfterMs: 0 };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        limitHits.inc({ limit: name });
        return { allowed: false, retryAfterMs: refusal.msBeforeNext };
      }
    },
  };
}

/** The subject is hashed: it cannot forge another key, and it is not stored. */
function keyOf(name: string, subject: string, tenantId: TenantId | undefined): string {
  const hashed = createHash("sha256").update(subject).digest("base64url");
  return `${tenantId === undefined ? "" : `t:${tenantId}:`}limit:${name}:${hashed}`;
}
