import { CommandHeaders } from "#command-api/event-store/command-headers.ts";
import { ChangePasswordRequest, PasswordSet } from "#kernel/contract/api/account.ts";
import type { Routes } from "#kernel/node/http.ts";
import { requireSession } from "#kernel/node/session.ts";
import type { Sessions } from "#kernel/node/sessions.ts";
import { keepToOwnTenant } from "#kernel/node/tenant-scope.ts";

import { changePassword } from "./password/change-password.ts";
import { passwordWarning } from "./password/password-warning.ts";
import { sessionRoutes } from "./session/session.routes.ts";
import { personContext } from "./shell/context.ts";
import type { DoorOptions } from "./shell/door-options.ts";
import { refuse } from "./shell/refusal.ts";
import { twoFactorRoutes } from "./two-factor/two-factor.routes.ts";

type AccountRoutesOptions = DoorOptions & Readonly<{ sessions: Sessions }>;

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
      const context = await personContext(contexts, request);
      const refusal = await changePassword(accounts, context, actor, body);
      if (refusal) return refuse(reply, refusal);
      return reply.send({ success: true, warning: passwordWarning(body.new_password) });
    },
  );
};
