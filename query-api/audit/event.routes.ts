import * as z from "zod/mini";

import { AuditEventDetail } from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { toEventDetail } from "./event-detail.ts";
import { EVENT } from "./event.query.ts";

/** One event, with its hashes and the proof that it was signed. */
export const oneEventRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/events/:seq",
    {
      schema: { params: z.object({ seq: Count }), response: { 200: success(AuditEventDetail) } },
    },
    (request, reply) => {
      requireRight(request, "see-audit");
      return answer(reads, request, reply, {
        question: EVENT,
        args: { seq: request.params.seq },
        toData: toEventDetail,
      });
    },
  );
};
