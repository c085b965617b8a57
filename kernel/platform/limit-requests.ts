import type { FastifyInstance } from "fastify";

import { problemOf, sendProblem } from "#kernel/platform/http-errors.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";

const SECOND_MS = 1000;

/**
 * Counts each request of a signed-in user in the scope it is called on, behind `requireSession`: one screen in a
 * loop must not slow the others' tills.
 */
export function limitByUser(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("preValidation", async (request, reply) => {
    const { userId, tenantId } = request.actor;
    const { allowed, retryAfterMs } = await limiter.consume(userId, tenantId);
    if (allowed) return undefined;
    const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
    return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
  });
}
