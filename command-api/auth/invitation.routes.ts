import * as z from "zod/mini";

import { keyOf } from "#command-api/event-store/command-context.ts";
import { CommandHeaders } from "#command-api/event-store/command-headers.ts";
import { AcceptInvitationRequest } from "#kernel/contract/api/staff.ts";
import type { Routes } from "#kernel/platform/http.ts";

import { acceptInvitation } from "./accept-invitation.ts";
import { callerOf } from "./caller.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { refuseTenancy } from "./tenancy-texts.ts";

const response = { 200: z.object({ success: z.literal(true), message: z.string() }) };

/** For whoever was invited and has no account yet. */
export const invitationRoutes: Routes<Readonly<{ accounts: AccountDoors }>> = async (
  app,
  { accounts },
) => {
  app.post(
    "/api/v1/auth/accept-invitation",
    { schema: { headers: CommandHeaders, body: AcceptInvitationRequest, response } },
    async (request, reply) => {
      const { body } = request;
      const acceptance = { body, key: keyOf(request), caller: callerOf(request) };
      const refusal = await acceptInvitation(accounts, acceptance);
      if (refusal) return refuseTenancy(reply, refusal);
      return reply.send({ success: true, message: "Welcome. Please sign in." });
    },
  );
};
