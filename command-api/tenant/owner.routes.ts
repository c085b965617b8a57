import type { FastifyReply } from "fastify";

import { refuse, type Refusal } from "#command-api/account-store/refusal.ts";
import { signedInContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { PasswordConfirmation, TwoFactorPolicyRequest } from "#kernel/contract/api/account.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { EmptyBody } from "#kernel/contract/api/fields.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { cancelDeletion, requestDeletion, requireTwoFactor } from "./owner-commands.ts";

const response = { 200: MessageResult };

const answer = (reply: FastifyReply, refusal: Refusal | undefined, message: string): FastifyReply =>
  refusal ? refuse(reply, refusal) : reply.send({ success: true, message });

/** Decisions of the owner that affect the whole tenant. */
export const ownerRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  const headers = CommandHeaders;

  app.put(
    "/api/v1/settings/two-factor-policy",
    { schema: { headers, body: TwoFactorPolicyRequest, response } },
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
    { schema: { headers, body: PasswordConfirmation, response } },
    async (request, reply) => {
      requireRight(request, "delete-account");
      const deletion = { actor: request.actor, password: request.body.password };
      const refusal = await requestDeletion(
        accounts,
        await signedInContext(contexts, request),
        deletion,
      );
      return answer(reply, refusal, "Your account will be deleted in 30 days");
    },
  );

  app.delete(
    "/api/v1/account-deletion",
    { schema: { headers, body: EmptyBody, response } },
    async (request, reply) => {
      requireRight(request, "delete-account");
      const refusal = await cancelDeletion(accounts, await signedInContext(contexts, request));
      return answer(reply, refusal, "Your account will not be deleted");
    },
  );
};
