import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import { senderOf } from "#kernel/node/net/ip-prefix.ts";

import type { HeavyWork } from "./heavy-work.ts";
import { heavinessOf, limitHeavy } from "./limit-heavy.ts";
import type { Pace } from "./pace.ts";
import type { RateLimiter } from "./rate-limit.ts";

const SECOND_MS = 1000;

/** Limits the requests of a public scope by sender. */
export function limitBySender(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("preValidation", async (request, reply) =>
    refuseOver(reply, await limiter.consume(senderOf(request.ip))),
  );
}

/** The same for large bodies: a refused one is neither read nor parsed. */
export function limitBodiesBySender(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("onRequest", async (request, reply) =>
    refuseOver(reply, await limiter.consume(senderOf(request.ip))),
  );
}

export type RequestLimits = Readonly<{
  /** One screen in a loop must not slow down the others of its tenant. */
  ofUser: RateLimiter;
  ofTenant: Pace;
  heavy: HeavyWork;
}>;

/** The limits of a scope of signed-in people, after `requireSession`. */
export function limitRequests(app: FastifyInstance, limits: RequestLimits): void {
  limitByUser(app, limits.ofUser);
  limitByTenant(app, limits.ofTenant);
  limitHeavy(app, limits.heavy);
}

function limitByUser(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook("preValidation", async (request, reply) => {
    const { userId, tenantId } = request.actor;
    return refuseOver(reply, await limiter.consume(userId, tenantId));
  });
}

/** Points of one request: how much of a second's work it takes, roughly. */
const WEIGHTS = { light: 1, whole: 10, pieces: 20 };

/**
 * Limits all people of a tenant together, by the second, with weights. What comes too fast waits a
 * little; what would wait too long is refused.
 */
function limitByTenant(app: FastifyInstance, pace: Pace): void {
  app.addHook("preValidation", (request, reply, done) => {
    const waitMs = pace.wait(request.actor.tenantId, weightOf(request));
    if (waitMs === undefined) refuseOver(reply, TOO_FAST);
    else if (waitMs > 0) setTimeout(done, waitMs);
    else done();
  });
}

export const TOO_FAST = { allowed: false, retryAfterMs: SECOND_MS };

const weightOf = (request: FastifyRequest): number => WEIGHTS[heavinessOf(request) ?? "light"];

type LimitResult = Awaited<ReturnType<RateLimiter["consume"]>>;

/** Answers 429 if the limit was exceeded. */
export function refuseOver(reply: FastifyReply, { allowed, retryAfterMs }: LimitResult) {
  if (allowed) return undefined;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
  return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
}
