import { createHash } from "node:crypto";

import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

import type { TenantId } from "#kernel/contract/ids.ts";

import type { Redis } from "./redis.ts";

export type RateLimiter = Readonly<{
  /** `subject` may be any text, also one that a stranger chose: an address, an e-mail. */
  consume: (
    subject: string,
    tenantId?: TenantId,
  ) => Promise<Readonly<{ allowed: boolean; retryAfterMs: number }>>;
}>;

type Limit = Readonly<{
  name: string;
  points: number;
  /** Counted in whole seconds. */
  perMs: number;
  redis?: Redis | undefined;
}>;

/** Counts in Redis for all processes together; in this process alone while Redis is lost or absent. */
export function createRateLimiter({ name, points, perMs, redis }: Limit): RateLimiter {
  const limit = { keyPrefix: "", points, duration: Math.ceil(perMs / 1000) };
  const inProcess = new RateLimiterMemory(limit);
  const shared =
    redis &&
    new RateLimiterRedis({ ...limit, storeClient: redis.client, insuranceLimiter: inProcess });

  return {
    consume: async (subject, tenantId) => {
      const limiter = shared && redis.isUsable() ? shared : inProcess;
      try {
        await limiter.consume(keyOf(name, subject, tenantId));
        return { allowed: true, retryAfterMs: 0 };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { allowed: false, retryAfterMs: refusal.msBeforeNext };
      }
    },
  };
}

/** The subject is hashed: no text of a stranger's can reach into another key, and none is kept. */
function keyOf(name: string, subject: string, tenantId: TenantId | undefined): string {
  const hashed = createHash("sha256").update(subject).digest("base64url");
  return `${tenantId === undefined ? "" : `t:${tenantId}:`}limit:${name}:${hashed}`;
}
