import * as z from "zod/mini";

import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { callerOf } from "#command-api/account-store/caller.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { signedInContext } from "#command-api/account-store/route-deps.ts";
import type { EventStore, ShellRejectionCode } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { success, WriteResult } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import {
  AllowRequest,
  APPROVALS_PATH,
  AskApprovalRequest,
  ApprovalResult,
  ClaimAnswerRequest,
} from "#kernel/contract/api/till/approval.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { allowApproval, answerClaim, askApproval, type AskCode } from "./change-approval.ts";

export type ApprovalRoutesOptions = Readonly<{
  store: EventStore;
  contexts: CommandContexts;
  accounts: AccountDeps;
}>;

const approvalTexts: RejectionTexts<AskCode | ShellRejectionCode> = {
  ...shellTexts,
  "own-approval": "Another person has to approve this.",
  "approver-not-found": "This person may not approve.",
  "approval-not-found": "Approval not found",
  "approval-expired": "The time to answer is over.",
  "approval-answered": "This was answered already.",
};

/** People ask for an approval at a till, and others give it there by PIN, or on their own screen. */
export const approvalRoutes: Routes<ApprovalRoutesOptions> = async (app, options) => {
  const { contexts } = options;
  const headers = CommandHeaders;

  app.post(
    APPROVALS_PATH,
    {
      schema: { headers, body: AskApprovalRequest, response: { 200: success(ApprovalResult) } },
    },
    async (request, reply) => {
      requireRight(request, "record-sale");
      const context = await signedInContext(contexts, request);
      const outcome = await askApproval(options, context, request.body, callerOf(request));
      if (!("rejected" in outcome)) return { success: true as const, data: outcome };
      if (isPinRefusal(outcome)) return refuse(reply, outcome);
      return sendRejection(reply, outcome, approvalTexts);
    },
  );

  const schema = {
    headers,
    params: z.object({ id: IdInput }),
    response: { 200: WriteResult },
  };

  app.post(
    `${APPROVALS_PATH}/:id`,
    { schema: { ...schema, body: AllowRequest } },
    async (request, reply) => {
      requireRight(request, "approve");
      const id = StreamId.safeParse(request.params.id).data;
      if (!id) return sendRejection(reply, reject("approval-not-found"), approvalTexts);
      const { allow } = request.body;
      const outcome = await allowApproval(options, await contexts.of(request), id, allow);
      if (isRejection(outcome)) return sendRejection(reply, outcome, approvalTexts);
      const message = allow ? "Approved" : "Refused";
      return reply.send({ success: true, message, data: { id } });
    },
  );

  // Without the right to approve, which the person may have lost since.
  app.post(
    `${APPROVALS_PATH}/:id/answer`,
    { schema: { ...schema, body: ClaimAnswerRequest } },
    async (request, reply) => {
      requireRight(request, "see-lists");
      const id = StreamId.safeParse(request.params.id).data;
      if (!id) return sendRejection(reply, reject("approval-not-found"), approvalTexts);
      const context = await contexts.of(request);
      const outcome = await answerClaim(options, context, id, request.body.mine);
      if (isRejection(outcome)) return sendRejection(reply, outcome, approvalTexts);
      return reply.send({ success: true, message: "Thank you", data: { id } });
    },
  );
};

type Refused = Extract<Awaited<ReturnType<typeof askApproval>>, { rejected: string }>;
type PinRefused = Extract<Refused, Parameters<typeof refuse>[1]>;

const isPinRefusal = (refused: Refused): refused is PinRefused =>
  refused.rejected === "wrong-pin" ||
  refused.rejected === "unavailable" ||
  refused.rejected === "too-many-requests";
