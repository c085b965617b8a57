import type { FastifyReply } from "fastify";

import type { AccountDeps, TenantDeps } from "#command-api/account-store/account-deps.ts";
import { refuse, type Refusal } from "#command-api/account-store/refusal.ts";
import { signedInContext } from "#command-api/account-store/route-deps.ts";
import type { CommandContexts } from "#command-api/http/command-context.ts";
import { CommandHeaders } from "#command-api/http/command-headers.ts";
import { changeProfile } from "#command-api/profile/change-profile.ts";
import { PasswordAgain } from "#kernel/contract/api/account.ts";
import { Said } from "#kernel/contract/api/envelope.ts";
import { EmptyBody } from "#kernel/contract/api/fields.ts";
import { ChangeProfileRequest, TwoFactorPolicyRequest } from "#kernel/contract/api/profile.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { requireTwoFactor } from "./require-two-factor.ts";
import { cancelDeletion, requestDeletion } from "./tenant-deletion.ts";

type Options = TenantDeps & Readonly<{ accounts: AccountDeps; contexts: CommandContexts }>;

const told = { 200: Said };

const answer = (reply: FastifyReply, refusal: Refusal | undefined, message: string): FastifyReply =>
  refusal ? refuse(reply, refusal) : reply.send({ success: true, message });

/** Behind a session of either portal. */
export const profileRoutes: Routes<Options> = async (app, options) => {
  app.put(
    "/api/v1/settings/profile",
    { schema: { headers: CommandHeaders, body: ChangeProfileRequest, response: told } },
    async (request, reply) => {
      const context = await signedInContext(options.contexts, request);
      const change = { actor: request.actor, request: request.body };
      const refusal = await changeProfile(options, context, change);
      return answer(reply, refusal, texts.settings.profileUpdated);
    },
  );
};

/** What the owner decides about the account as a whole. */
export const ownerRoutes: Routes<Options> = async (app, { accounts, contexts }) => {
  const headers = CommandHeaders;

  app.put(
    "/api/v1/settings/two-factor-policy",
    { schema: { headers, body: TwoFactorPolicyRequest, response: told } },
    async (request, reply) => {
      requireRight(request, "change-two-factor-policy");
      const policy = { actor: request.actor, ...request.body };
      const refusal = await requireTwoFactor(
        accounts,
        await signedInContext(contexts, request),
        policy,
      );
      return answer(reply, refusal, "Two-factor policy updated");
    },
  );

  app.post(
    "/api/v1/account-deletion",
    { schema: { headers, body: PasswordAgain, response: told } },
    async (request, reply) => {
      requireRight(request, "delete-account");
      const asked = { actor: request.actor, password: request.body.password };
      const refusal = await requestDeletion(
        accounts,
        await signedInContext(contexts, request),
        asked,
      );
      return answer(reply, refusal, "Your account will be deleted in 30 days");
    },
  );

  app.delete(
    "/api/v1/account-deletion",
    { schema: { headers, body: EmptyBody, response: told } },
    async (request, reply) => {
      requireRight(request, "delete-account");
      const refusal = await cancelDeletion(accounts, await signedInContext(contexts, request));
      return answer(reply, refusal, "Your account will not be deleted");
    },
  );
};
