import fastifyJwt from "@fastify/jwt";
import type { FastifyInstance, FastifyRequest } from "fastify";

import type { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import { can, type Right } from "#kernel/contract/rights.ts";
import { noteAccess } from "#kernel/platform/access-log.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/platform/http-errors.ts";
import { ipPrefix } from "#kernel/platform/ip-prefix.ts";
import type { Session, Sessions } from "#kernel/platform/sessions.ts";
import { type Audience, readToken, verifierSettings } from "#kernel/platform/tokens.ts";

/** Who asks. The tenant comes from here and from nowhere else. */
export type Actor = Readonly<{
  tenantId: TenantId;
  userId: UserId;
  sid: SessionId;
  role: string;
  aud: Audience;
  tenantStatus: Session["tenantStatus"];
}>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set in every scope behind `requireSession`. */
    actor: Actor;
  }
}

type SessionOptions = Readonly<{ sessions: Sessions; aud: Audience | "any" }>;

const OTHER_PORTAL = { "wrong-audience": "This account cannot be used here." };

/**
 * Lets only requests with a session into the scope that registers it. 401 says that the session is no more,
 * and only that: a till that hears it signs its cashier out, so an outage must never say it (R35).
 */
async function guard(app: FastifyInstance, { sessions, aud }: SessionOptions): Promise<void> {
  await app.register(fastifyJwt, verifierSettings(sessions.publicKeyPem));
  app.decorateRequest("actor");

  app.addHook("onRequest", async (request, reply) => {
    const token = readToken(app.jwt, request.headers.authorization, sessions.clock());
    const session = token && (await sessions.find(token.tenantId, token.sid));
    if (!session || session.userId !== token.userId || session.aud !== token.aud) {
      return sendProblem(reply, problemOf(401));
    }
    const { tenantId, sid } = token;
    request.actor = { tenantId, sid, ...session };
    if (aud === "any" || aud === session.aud) return undefined;
    return sendRejection(reply, reject("wrong-audience"), OTHER_PORTAL);
  });

  app.addHook("onSend", async (request, reply) => {
    // Refused before it was known who asks: nobody's right.
    if (reply.statusCode !== 403 || request.actor === undefined) return;
    await noteRefusal(sessions, request);
  });
}

// Its hooks belong to the scope that registers it, not to one of its own.
export const requireSession = Object.assign(guard, { [Symbol.for("skip-override")]: true });

async function noteRefusal({ pool, clock }: Sessions, request: FastifyRequest): Promise<void> {
  const { tenantId, userId } = request.actor;
  await noteAccess(pool, {
    atMs: clock(),
    action: "refused-right",
    result: "refused",
    tenantId,
    actorId: userId,
    target: `${request.method} ${request.routeOptions.url ?? ""}`,
    ipPrefix: ipPrefix(request.ip),
    requestId: request.id,
  });
}

class NotAllowedError extends Error {
  override readonly name = "NotAllowedError";
  readonly statusCode = 403;
}

/** Ends the request with 403 where the actor's role does not have the right. */
export function requireRight({ actor }: FastifyRequest, right: Right): void {
  if (!can(actor.role, right)) throw new NotAllowedError(`${actor.role} may not ${right}`);
}
