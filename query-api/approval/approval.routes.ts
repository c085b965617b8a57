import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { APPROVALS_PATH, ApprovalView } from "#kernel/contract/api/till/approval.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { APPROVAL, toApprovalView } from "./approval.query.ts";

/** A till asks whether its approval was given, and the approver's screen what it is about. */
export const approvalRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    `${APPROVALS_PATH}/:id`,
    {
      schema: {
        params: z.object({ id: IdInput }),
        response: { 200: success(ApprovalView) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      const nowMs = reads.clock();
      return answer(reads, request, reply, {
        question: APPROVAL,
        args: {
          approvalId: StreamId.safeParse(request.params.id).data ?? null,
          userId: request.actor.userId,
          // The answer changes with time, and so must its entity tag.
          atSecond: Math.floor(nowMs / 1000),
        },
        toData: (row) => toApprovalView(row, nowMs),
        missing: "approval-not-found",
      });
    },
  );
};
