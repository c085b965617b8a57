import type { FastifyReply, FastifyRequest } from "fastify";

import { callerOf } from "#command-api/account-store/caller.ts";
import { refuse, refuseWithExport } from "#command-api/account-store/refusal.ts";
import { anonymousContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { toSignedIn } from "#command-api/account-store/signed-in-session.ts";
import { LoginRequest, SignInResult } from "#kernel/contract/api/auth.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId } from "#kernel/node/ids.ts";
import {
  type Audience,
  issueToken,
  readToken,
  RESTRICTED_LIFE_MS,
} from "#kernel/node/session/tokens.ts";

import { endOwnSession } from "./end-sessions.ts";
import { signIn, type SignInOutcome } from "./sign-in.ts";

const PORTALS: readonly (readonly [url: string, portal: Audience])[] = [
  ["/auth/login.php", "tenant"],
  ["/auth/super-admin-login.php", "platform"],
];

/** Needs a scope that signs tokens. */
export const signInRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  const answer = (reply: FastifyReply, outcome: SignInOutcome) => {
    if (!("rejected" in outcome)) return reply.send(toSignedIn(app.jwt, outcome));
    if (!("exportSession" in outcome) || !outcome.exportSession) return refuse(reply, outcome);
    const { subject, issuedMs, untilMs } = outcome.exportSession;
    return refuseWithExport(reply, {
      export_token: issueToken(app.jwt, subject, issuedMs, RESTRICTED_LIFE_MS),
      export_until: new Date(untilMs).toISOString(),
    });
  };

  /** The browser is about to overwrite the token it sent, so its session must not stay open. */
  const endReplaced = async (request: FastifyRequest): Promise<void> => {
    const replaced = readToken(app.jwt, request.headers.authorization, accounts.clock());
    if (!replaced) return;
    const { tenantId, userId: actorId, sid } = replaced;
    // The actor is the owner of the old token. This side effect has its own command key.
    const commandId = CommandId.parse(newId(accounts.clock()));
    const context = { ...anonymousContext(contexts, request), tenantId, actorId, commandId };
    await endOwnSession(accounts, context, { sid, reason: "signed-in-again" });
  };

  for (const [url, portal] of PORTALS) {
    app.post(
      url,
      { schema: { body: LoginRequest, response: { 200: SignInResult } } },
      async (request, reply) => {
        const attempt = { ...request.body, portal, caller: callerOf(request) };
        const outcome = await signIn(accounts, attempt);
        if (!("rejected" in outcome)) await endReplaced(request);
        return answer(reply, outcome);
      },
    );
  }
};
