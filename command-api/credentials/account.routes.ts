import { passwordWarning } from "#command-api/account-store/password-warning.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { signedInContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { CommandHeaders } from "#command-api/http/command-headers.ts";
import { sessionRoutes } from "#command-api/sign-in/session.routes.ts";
import { ChangePasswordRequest, PasswordSet } from "#kernel/contract/api/account.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireSession } from "#kernel/node/session/require-session.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";
import { keepToOwnTenant } from "#kernel/node/session/tenant-scope.ts";

import { changePassword } from "./change-password.ts";
import { twoFactorRoutes } from "./two-factor.routes.ts";

type AccountRoutesOptions = AccountRouteDeps & Readonly<{ sessions: Sessions }>;

/** What people do to their own account, whichever portal they came in by. */
export const accountRoutes: Routes<AccountRoutesOptions> = async (app, options) => {
  const { accounts, contexts, sessions } = options;
  await app.register(requireSession, { sessions, aud: "any" });
  keepToOwnTenant(app);
  await app.register(sessionRoutes, options);
  await app.register(twoFactorRoutes, options);

  const response = { 200: PasswordSet };
  app.put(
    "/api/v1/account/password",
    { schema: { headers: CommandHeaders, body: ChangePasswordRequest, response } },
    async (request, reply) => {
      const { actor, body } = request;
      const context = await signedInContext(contexts, request);
      const refusal = await changePassword(accounts, context, actor, body);
      if (refusal) return refuse(reply, refusal);
      return reply.send({ success: true, warning: passwordWarning(body.new_password) });
    },
  );
};
