import fastifyJwt, { type JWT } from "@fastify/jwt";
import type { FastifyReply, FastifyRequest } from "fastify";

import { LoginRequest, RegisterRequest, SignedIn } from "#kernel/contract/api/auth.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId } from "#kernel/node/ids.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";
import {
  type Audience,
  issueToken,
  readToken,
  RESTRICTED_LIFE_MS,
  signerSettings,
  type TokenKeys,
} from "#kernel/node/session/tokens.ts";

import { callerOf } from "./account-store/caller.ts";
import { passwordWarning } from "./account-store/password-warning.ts";
import { refuse, refuseWithExport } from "./account-store/refusal.ts";
import { anonymousContext, type AccountRouteDeps } from "./account-store/route-deps.ts";
import { accountRoutes } from "./credentials/account.routes.ts";
import { passwordLinkRoutes } from "./credentials/password-link.routes.ts";
import { CommandHeaders } from "./http/command-headers.ts";
import { endOwnSession } from "./sign-in/end-sessions.ts";
import { signIn, type SignInOutcome } from "./sign-in/sign-in.ts";
import type { SignedInSession } from "./sign-in/signed-in.ts";
import { invitationRoutes } from "./staff/accept-invitation.ts";
import { register, type RegistrationOutcome } from "./tenant/registration.ts";

export type AuthRoutesOptions = AccountRouteDeps &
  Readonly<{ sessions: Sessions; tokenKeys: TokenKeys }>;

export const authRoutes: Routes<AuthRoutesOptions> = async (app, options) => {
  await app.register(openDoors, options);
  await app.register(passwordLinkRoutes, options);
  await app.register(invitationRoutes, options);
  await app.register(accountRoutes, options);
};

const DOORS: readonly (readonly [url: string, portal: Audience])[] = [
  ["/auth/login.php", "tenant"],
  ["/auth/super-admin-login.php", "platform"],
];

const openDoors: Routes<AuthRoutesOptions> = async (app, { accounts, contexts, tokenKeys }) => {
  await app.register(fastifyJwt, signerSettings(tokenKeys));
  const response = { 200: SignedIn };

  const answer = (
    reply: FastifyReply,
    outcome: RegistrationOutcome | SignInOutcome,
    warning?: string,
  ) => {
    if (!("rejected" in outcome)) return reply.send({ ...toSignedIn(app.jwt, outcome), warning });
    if (!("exporting" in outcome) || !outcome.exporting) return refuse(reply, outcome);
    const { subject, issuedMs, untilMs } = outcome.exporting;
    return refuseWithExport(reply, {
      export_token: issueToken(app.jwt, subject, issuedMs, RESTRICTED_LIFE_MS),
      export_until: new Date(untilMs).toISOString(),
    });
  };

  /** A browser sends the token that it is about to overwrite: nobody else is to find it later. */
  const endReplaced = async (request: FastifyRequest): Promise<void> => {
    const replaced = readToken(app.jwt, request.headers.authorization, accounts.clock());
    if (!replaced) return;
    const { tenantId, userId: actorId, sid } = replaced;
    // Whoever holds the old token asks; what is done in passing has no key of its own.
    const commandId = CommandId.parse(newId(accounts.clock()));
    const context = { ...anonymousContext(contexts, request), tenantId, actorId, commandId };
    await endOwnSession(accounts, context, { sid, reason: "signed-in-again" });
  };

  app.post(
    "/auth/register.php",
    { schema: { headers: CommandHeaders, body: RegisterRequest, response } },
    async (request, reply) => {
      const { body } = request;
      const context = anonymousContext(contexts, request);
      const outcome = await register(accounts, context, body, callerOf(request));
      return answer(reply, outcome, passwordWarning(body.password, body.business_name));
    },
  );

  for (const [url, portal] of DOORS) {
    app.post(url, { schema: { body: LoginRequest, response } }, async (request, reply) => {
      const attempt = { ...request.body, portal, caller: callerOf(request) };
      const outcome = await signIn(accounts, attempt);
      if (!("rejected" in outcome)) await endReplaced(request);
      return answer(reply, outcome);
    });
  }
};

const toSignedIn = (
  jwt: JWT,
  { subject, issuedMs, user, tenant, onlySetup }: SignedInSession,
): SignedIn => ({
  success: true,
  token: issueToken(jwt, subject, issuedMs),
  user,
  tenant,
  ...(onlySetup ? { two_factor_setup: "required" as const } : {}),
});
