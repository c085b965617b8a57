import type { FastifyReply } from "fastify";
import * as z from "zod/mini";

import { refuse, type Refusal } from "#command-api/account-store/refusal.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { EmptyBody, IdInput } from "#kernel/contract/api/fields.ts";
import {
  ChangeStaffRequest,
  InvitationResult,
  InviteStaffRequest,
} from "#kernel/contract/api/staff.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { giveRole, removeStaff } from "./change-staff.ts";
import {
  type InvitationDeps,
  type Invited,
  inviteStaff,
  makePinLink,
  resendInvitation,
} from "./invite-staff.ts";

export type StaffRoutesOptions = InvitationDeps & Readonly<{ contexts: CommandContexts }>;

const PATH = "/api/v1/staff";

const params = z.object({ id: IdInput });

/** How owners manage their staff. */
export const staffRoutes: Routes<StaffRoutesOptions> = async (app, options) => {
  const { contexts, accounts } = options;
  const schema = { headers: CommandHeaders, response: { 200: WriteResult } };
  const inviting = { headers: CommandHeaders, response: { 200: InvitationResult } };

  app.post(PATH, { schema: { ...inviting, body: InviteStaffRequest } }, async (request, reply) => {
    requireRight(request, "manage-staff");
    const outcome = await inviteStaff(options, await contexts.of(request), request.body);
    return answer(reply, outcome, isEmailed(outcome) ? "Invitation sent" : "Invitation made");
  });

  app.put(
    `${PATH}/:id`,
    { schema: { ...schema, params, body: ChangeStaffRequest } },
    async (request, reply) => {
      requireRight(request, "manage-staff");
      const id = UserId.safeParse(request.params.id).data;
      if (!id) return answer(reply, reject("staff-not-found"), "");
      const { role } = request.body;
      return answer(
        reply,
        await giveRole(accounts, await contexts.of(request), id, role),
        "Role changed",
      );
    },
  );

  app.delete(
    `${PATH}/:id`,
    { schema: { ...schema, params, body: EmptyBody } },
    async (request, reply) => {
      requireRight(request, "manage-staff");
      const id = UserId.safeParse(request.params.id).data;
      if (!id) return answer(reply, reject("staff-not-found"), "");
      return answer(reply, await removeStaff(accounts, await contexts.of(request), id), "Removed");
    },
  );

  app.post(
    `${PATH}/:id/invitation`,
    { schema: { ...inviting, params, body: EmptyBody } },
    async (request, reply) => {
      requireRight(request, "manage-staff");
      const id = UserId.safeParse(request.params.id).data;
      if (!id) return answer(reply, reject("staff-not-found"), "");
      const outcome = await resendInvitation(options, await contexts.of(request), id);
      return answer(reply, outcome, isEmailed(outcome) ? "Invitation sent" : "New link made");
    },
  );

  app.post(
    `${PATH}/:id/pin-link`,
    { schema: { ...inviting, params, body: EmptyBody } },
    async (request, reply) => {
      requireRight(request, "manage-staff");
      const id = UserId.safeParse(request.params.id).data;
      if (!id) return answer(reply, reject("staff-not-found"), "");
      const outcome = await makePinLink(options, await contexts.of(request), id);
      return answer(reply, outcome, "PIN link made");
    },
  );
};

const isEmailed = (outcome: Invited | Refusal): boolean =>
  "isEmailed" in outcome && outcome.isEmailed;

const answer = (
  reply: FastifyReply,
  outcome: Readonly<{ id: UserId; link?: string }> | Refusal,
  message: string,
): FastifyReply =>
  "rejected" in outcome
    ? refuse(reply, outcome)
    : reply.send({ success: true, message, data: outcome });
