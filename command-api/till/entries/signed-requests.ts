import { setTimeout as delay } from "node:timers/promises";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { TILL_SIGNATURE } from "#kernel/contract/api/till/entries.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { type Problem, sendProblem } from "#kernel/node/http/errors.ts";
import { limitBodiesBySender, refuseOver, TOO_FAST } from "#kernel/node/limits/limit-requests.ts";
import type { Pace } from "#kernel/node/limits/pace.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";

import { readSignedBodies, signedBytes } from "./signed-body.ts";
import { createTillIdentities, type TillIdentity } from "./till-identity.ts";

/**
 * Which till signed is known only after the body was read and the signature checked, so all requests
 * of a sender are limited. A forged request uses up nothing of what the till and the tenant that it
 * names may send.
 */
export type SignedLimits = Readonly<{
  ofSender: RateLimiter;
  ofTill: RateLimiter;
  ofTenant: Pace;
}>;

/** What the body says about its sender. */
type Named = Readonly<{
  tenant: TenantId;
  till: number;
  /** How much of a second's work the request takes; 1 if it is left out. */
  points?: number;
}>;

/** The till that signed the request. Undefined: the request is answered with a refusal. */
export type FindTill = (
  request: FastifyRequest,
  reply: FastifyReply,
  named: Named,
) => Promise<TillIdentity | undefined>;

/** The same for an unknown tenant, an unknown till and a wrong signature. */
const NOT_ITS_SIGNATURE: Problem = {
  status: 403,
  code: "unknown-till",
  error: "This request is not signed by a till of this business.",
};

/** Of a till that was removed or paused, or waits to be approved. */
export const TILL_NOT_ACTIVE: Problem = {
  status: 403,
  code: "till-not-active",
  error: "This till may not sell.",
};

/** Makes a scope one of routes that tills sign. They need no session. */
export function acceptSignedRequests(
  app: FastifyInstance,
  { store, limits }: Readonly<{ store: Pick<EventStore, "read">; limits: SignedLimits }>,
): FindTill {
  const identities = createTillIdentities(store);
  limitBodiesBySender(app, limits.ofSender);
  readSignedBodies(app);

  return async (request, reply, { tenant: tenantId, till, points = 1 }) => {
    const signature = request.headers[TILL_SIGNATURE];
    const signed = signedBytes(request);
    const identity = await identities.find({ tenantId, till, signature, signed });
    if (!identity) {
      sendProblem(reply, NOT_ITS_SIGNATURE);
      return undefined;
    }
    const isRefused = await refuseTooMany(reply, limits, { tenantId, till, points });
    return isRefused ? undefined : identity;
  };
}

type Points = Readonly<{ tenantId: TenantId; till: number; points: number }>;

/** True: the request is answered with 429. */
async function refuseTooMany(
  reply: FastifyReply,
  { ofTill, ofTenant }: SignedLimits,
  { tenantId, till, points }: Points,
): Promise<boolean> {
  const counted = await ofTill.consume(`till:${till}`, tenantId);
  const waitMs = counted.allowed ? ofTenant.wait(tenantId, points) : 0;
  if (!counted.allowed || waitMs === undefined) {
    refuseOver(reply, counted.allowed ? TOO_FAST : counted);
    return true;
  }
  if (waitMs > 0) await delay(waitMs);
  return false;
}
