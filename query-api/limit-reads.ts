import type { FastifyInstance } from "fastify";

import { problemOf, sendProblem } from "#kernel/platform/http-errors.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";

/** So many reads by one user, so that one open screen in a loop does not slow the others' tills. */
export function limitReads(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("preValidation", async (request, reply) => {
    const { userId, tenantId } = request.actor;
    const { allowed, retryAfterMs } = await limiter.consume(userId, tenantId);
    if (allowed) return undefined;
    return sendProblem(reply, {
      ...problemOf(429),
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
    });
  });
}
