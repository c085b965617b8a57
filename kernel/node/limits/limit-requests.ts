import type { FastifyInstance, FastifyReply } from "fastify";

import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import { senderOf } from "#kernel/node/net/ip-prefix.ts";

import type { RateLimiter } from "./rate-limit.ts";

const SECOND_MS = 1000;

/** Limits the requests of a public scope by sender. */
export function limitBySender(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("preValidation", async (request, reply) =>
    refuseOver(reply, await limiter.consume(senderOf(request.ip))),
  );
}

/**
 * Limits the requests of each signed-in user, after `requireSession`: one screen in a loop must not
 * slow down the others' sales.
 */
export function limitByUser(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("preValidation", async (request, reply) => {
    const { userId, tenantId } = request.actor;
    return refuseOver(reply, await limiter.consume(userId, tenantId));
  });
}

type LimitResult = Awaited<ReturnType<RateLimiter["consume"]>>;

function refuseOver(reply: FastifyReply, { allowed, retryAfterMs }: LimitResult) {
  if (allowed) return undefined;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
  return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
}
