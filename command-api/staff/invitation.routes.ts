import { strangerContext, type DoorOptions } from "#command-api/account-store/account-routes.ts";
import { callerOf } from "#command-api/account-store/caller.ts";
import { inviteeTexts, refuse } from "#command-api/account-store/refusal.ts";
import { CommandHeaders } from "#command-api/event-store/command-headers.ts";
import { Said } from "#kernel/contract/api/envelope.ts";
import { AcceptInvitationRequest } from "#kernel/contract/api/staff.ts";
import type { Routes } from "#kernel/node/http.ts";

import { acceptInvitation } from "./accept-invitation.ts";

const response = { 200: Said };

/** For whoever was invited and has no account yet. */
export const invitationRoutes: Routes<DoorOptions> = async (app, { accounts, contexts }) => {
  app.post(
    "/api/v1/auth/accept-invitation",
    { schema: { headers: CommandHeaders, body: AcceptInvitationRequest, response } },
    async (request, reply) => {
      const { body } = request;
      const context = strangerContext(contexts, request);
      const refusal = await acceptInvitation(accounts, context, body, callerOf(request));
      if (refusal) return refuse(reply, refusal, inviteeTexts);
      return reply.send({ success: true, message: "Welcome. Please sign in." });
    },
  );
};
