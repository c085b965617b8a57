import fastifyJwt from "@fastify/jwt";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import {
  mayReach,
  mayReachDuringSetup,
  mayReachFromTill,
} from "#kernel/contract/restricted-sessions.ts";
import { can, type Right } from "#kernel/contract/rights.ts";
import { type AccessRecord, requestFields, logAccess } from "#kernel/node/access-log.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";

import type { Session, Sessions } from "./sessions.ts";
import {
  type Audience,
  readToken,
  signerSettings,
  type TokenKeys,
  type TokenSubject,
  verifierSettings,
} from "./tokens.ts";

/** The signed-in user. The tenant always comes from here. */
export type Actor = Readonly<{
  tenantId: TenantId;
  userId: UserId;
  sid: SessionId;
  role: string;
  aud: Audience;
  tenantStatus: Session["tenantStatus"];
  onlySetup: boolean;
  isTill: boolean;
}>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set in every scope after `requireSession`. */
    actor: Actor;
  }
}

type SessionOptions = Readonly<{
  sessions: Sessions;
  aud: Audience | "any";
  /** Present if the scope also issues tokens. */
  tokenKeys?: TokenKeys;
}>;

const REFUSALS = {
  "wrong-audience": "This account cannot be used here.",
  "two-factor-setup-required": "Set up two-factor authentication first.",
};

/**
 * Lets only requests with a session into the scope. 401 means exactly that the session has ended: a
 * till that gets it signs its cashier out, so an outage must never cause one.
 */
async function guard(
  app: FastifyInstance,
  { sessions, aud, tokenKeys }: SessionOptions,
): Promise<void> {
  const settings = tokenKeys ? signerSettings(tokenKeys) : verifierSettings(sessions.publicKeyPem);
  await app.register(fastifyJwt, settings);
  app.decorateRequest("actor");

  app.addHook("onRequest", async (request, reply) => {
    const token = readToken(app.jwt, request.headers.authorization, sessions.clock());
    const session = token && (await sessions.find(token.tenantId, token.sid));
    if (!session || !isOf(session, token)) {
      return sendProblem(reply, problemOf(401));
    }
    const { tenantId, sid } = token;
    request.actor = { tenantId, sid, ...session };
    return checkAccess(request, reply, aud);
  });

  app.addHook("onSend", async (request, reply) => {
    // Refused before the session was known.
    if (request.actor === undefined) return;
    if (reply.statusCode === 403) await logRefusal(sessions, request);
    else if (isSupportRead(request)) await logSupportRead(sessions, request, reply.statusCode);
  });
}

/** Whether a token was made for this session. */
const isOf = (session: Session, { userId, aud, use }: TokenSubject): boolean =>
  session.userId === userId && session.aud === aud && session.isTill === (use === "till");

/** Refuses a session that may not use this route. */
function checkAccess(
  { actor, method, routeOptions: { url = "" } }: FastifyRequest,
  reply: FastifyReply,
  aud: SessionOptions["aud"],
): FastifyReply | undefined {
  if (aud !== "any" && aud !== actor.aud) {
    return sendRejection(reply, reject("wrong-audience"), REFUSALS);
  }
  if (actor.onlySetup && !mayReachDuringSetup(method, url)) {
    return sendRejection(reply, reject("two-factor-setup-required"), REFUSALS);
  }
  if (actor.isTill && !mayReachFromTill(method, url)) return sendProblem(reply, problemOf(403));
  return mayReach(actor.role, method, url) ? undefined : sendProblem(reply, problemOf(403));
}

// Adds its hooks to the scope that registers it.
export const requireSession = Object.assign(guard, { [Symbol.for("skip-override")]: true });

const logRefusal = (sessions: Sessions, request: FastifyRequest): Promise<void> =>
  logRequest(sessions, request, {
    action: "refused-right",
    result: "refused",
    target: request.routeOptions.url ?? "",
  });

const isSupportRead = ({ actor, method }: FastifyRequest): boolean =>
  actor.role === "support" && (method === "GET" || method === "HEAD");

/** Recorded before the answer is sent. The tenant's owner can read these entries. */
const logSupportRead = (
  sessions: Sessions,
  request: FastifyRequest,
  status: number,
): Promise<void> =>
  logRequest(sessions, request, {
    action: "support-read",
    result: String(status),
    // Keeps the id in the path, drops the search terms.
    target: request.url.split("?", 1)[0] ?? "",
  });

async function logRequest(
  { pool, clock }: Sessions,
  request: FastifyRequest,
  { target, ...record }: Pick<AccessRecord, "action" | "result"> & Readonly<{ target: string }>,
): Promise<void> {
  await logAccess(pool, {
    ...requestFields(request, clock),
    ...record,
    tenantId: request.actor.tenantId,
    target: `${request.method} ${target}`,
  });
}

class NotAllowedError extends Error {
  override readonly name = "NotAllowedError";
  readonly statusCode = 403;
}

/** Ends the request with 403 if the actor's role lacks the right. */
export function requireRight({ actor }: FastifyRequest, right: Right): void {
  if (!can(actor.role, right)) throw new NotAllowedError(`${actor.role} may not ${right}`);
}

/** Repeated parameters have been refused by now. */
const Query = z.record(z.string(), z.string());

const OTHER_TENANT = { "other-tenant": "You can only access your own business." };

/**
 * The tenant comes from the token. A client may repeat it as `tenant_id`; another tenant's id is
 * refused. An empty parameter counts as not sent.
 */
export function refuseOtherTenants(app: FastifyInstance): void {
  app.addHook("preValidation", (request, reply, done) => {
    const sent = Query.parse(request.query);
    request.query = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
    const named = sent["tenant_id"] || request.actor.tenantId;
    if (named.toLowerCase() === request.actor.tenantId) return done();
    return sendRejection(reply, reject("other-tenant"), OTHER_TENANT);
  });
}
