import type { AccountDeps, TenantDeps } from "#command-api/account-store/account-deps.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { signedInContext } from "#command-api/account-store/route-deps.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { ChangeProfileRequest } from "#kernel/contract/api/account.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { changeProfile } from "./change-profile.ts";

type ProfileRoutesDeps = TenantDeps &
  Readonly<{ accounts: AccountDeps; contexts: CommandContexts }>;

/** For signed-in users of either portal. */
export const profileRoutes: Routes<ProfileRoutesDeps> = async (app, options) => {
  app.put(
    "/api/v1/settings/profile",
    {
      schema: {
        headers: CommandHeaders,
        body: ChangeProfileRequest,
        response: { 200: MessageResult },
      },
    },
    async (request, reply) => {
      const context = await signedInContext(options.contexts, request);
      const change = { actor: request.actor, request: request.body };
      const refusal = await changeProfile(options, context, change);
      if (refusal) return refuse(reply, refusal);
      return reply.send({ success: true, message: texts.settings.profileUpdated });
    },
  );
};
