import { AccountDeletion } from "#kernel/contract/api/account-deletion.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { Subscription } from "#kernel/contract/api/subscription.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { DELETION, toDeletion } from "./deletion.query.ts";
import { SUBSCRIPTION, toSubscription } from "./subscription.query.ts";

/** What the shop may have by its plan, and how much of it there is. */
export const subscriptionRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/subscription",
    { schema: { response: { 200: success(Subscription) } } },
    (request, reply) => {
      requireRight(request, "manage-billing");
      return answer(reads, request, reply, {
        question: SUBSCRIPTION,
        args: {},
        toData: toSubscription,
      });
    },
  );
};

export const deletionRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/account-deletion",
    { schema: { response: { 200: success(AccountDeletion) } } },
    (request, reply) => {
      requireRight(request, "delete-account");
      return answer(reads, request, reply, {
        question: DELETION,
        args: {},
        toData: toDeletion,
      });
    },
  );
};
