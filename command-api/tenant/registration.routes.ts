import { callerOf } from "#command-api/account-store/caller.ts";
import { passwordWarning } from "#command-api/account-store/password-warning.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { anonymousContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { toSignedIn } from "#command-api/account-store/signed-in-session.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { RegisterRequest, SignInResult } from "#kernel/contract/api/auth.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { register } from "./registration.ts";

/** Needs a scope that signs tokens. */
export const registrationRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  app.post(
    "/auth/register.php",
    { schema: { headers: CommandHeaders, body: RegisterRequest, response: { 200: SignInResult } } },
    async (request, reply) => {
      const { body } = request;
      const context = anonymousContext(contexts, request);
      const outcome = await register(accounts, context, body, callerOf(request));
      if ("rejected" in outcome) return refuse(reply, outcome);
      const warning = passwordWarning(body.password, body.business_name);
      return reply.send({ ...toSignedIn(app.jwt, outcome), warning });
    },
  );
};
