import type { FastifyReply } from "fastify";
import * as z from "zod/mini";

import type { CommandContexts } from "#command-api/event-store/command-context.ts";
import { CommandHeaders } from "#command-api/event-store/command-headers.ts";
import { PasswordAgain } from "#kernel/contract/api/account.ts";
import { ChangeProfileRequest, TwoFactorPolicyRequest } from "#kernel/contract/api/profile.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { requireRight } from "#kernel/platform/session.ts";

import { cancelDeletion, requestDeletion } from "./account-deletion.ts";
import { changeProfile } from "./change-profile.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { requireTwoFactor } from "./require-two-factor.ts";
import { refuseTenancy, type TenancyRefusal } from "./tenancy-texts.ts";
import type { Tenancy } from "./tenancy.ts";

type Options = Tenancy & Readonly<{ accounts: AccountDoors; contexts: CommandContexts }>;

const told = { 200: z.object({ success: z.literal(true), message: z.string() }) };
const nothing = z.nullish(z.strictObject({}));

const answer = (
  reply: FastifyReply,
  refusal: TenancyRefusal | undefined,
  message: string,
): FastifyReply =>
  refusal ? refuseTenancy(reply, refusal) : reply.send({ success: true, message });

/** Behind a session of either portal. */
export const profileRoutes: Routes<Options> = async (app, options) => {
  app.put(
    "/api/v1/settings/profile",
    { schema: { headers: CommandHeaders, body: ChangeProfileRequest, response: told } },
    async (request, reply) => {
      const context = options.contexts.of(request);
      const change = { actor: request.actor, request: request.body };
      const refusal = await changeProfile(options, context, change);
      return answer(reply, refusal, "Profile updated successfully!");
    },
  );
};

/** What the owner decides about the account as a whole. */
export const wholeAccountRoutes: Routes<Options> = async (app, { accounts, contexts }) => {
  const headers = CommandHeaders;

  app.put(
    "/api/v1/settings/two-factor-policy",
    { schema: { headers, body: TwoFactorPolicyRequest, response: told } },
    async (request, reply) => {
      requireRight(request, "change-two-factor-policy");
      const policy = { actor: request.actor, ...request.body };
      const refusal = await requireTwoFactor(accounts, contexts.of(request), policy);
      return answer(reply, refusal, "Two-factor policy updated");
    },
  );

  app.post(
    "/api/v1/account-deletion",
    { schema: { headers, body: PasswordAgain, response: told } },
    async (request, reply) => {
      requireRight(request, "delete-account");
      const asked = { actor: request.actor, password: request.body.password };
      const refusal = await requestDeletion(accounts, contexts.of(request), asked);
      return answer(reply, refusal, "Your account will be deleted in 30 days");
    },
  );

  app.delete(
    "/api/v1/account-deletion",
    { schema: { headers, body: nothing, response: told } },
    async (request, reply) => {
      requireRight(request, "delete-account");
      const refusal = await cancelDeletion(accounts, contexts.of(request));
      return answer(reply, refusal, "Your account will not be deleted");
    },
  );
};
