import * as z from "zod/mini";

import { AuditEvents, StoryKind, StoryQuery } from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { UserId } from "#kernel/contract/ids.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { memberStream, profileStream } from "#kernel/node/ids.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { STORIES } from "./events.query.ts";
import { BEHIND_ALL, idOf, sizeOf, toEventPage } from "./events.routes.ts";

/** What became of one thing, and what one person did, from the first event on. */
export const storyRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/stories/:kind/:id",
    {
      schema: {
        params: z.object({ kind: StoryKind, id: IdInput }),
        querystring: StoryQuery,
        response: { 200: success(AuditEvents) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { kind, id } = request.params;
      const { after = 0, limit } = request.query;
      const size = sizeOf(limit);
      return answer(reads, request, reply, {
        question: STORIES[kind],
        args: {
          [kind]: idOf(id),
          ...(kind === "person" && streamsOf(id)),
          from: null,
          to: null,
          after,
          before: BEHIND_ALL,
          limit: size + 1,
        },
        toData: (body) => toEventPage(body, size),
        ...(kind !== "person" && { missing: `${kind}-not-found` as const }),
      });
    },
  );
};

function streamsOf(id: string) {
  const person = UserId.safeParse(id).data;
  return {
    member: person ? memberStream(person) : null,
    profile: person ? profileStream(person) : null,
  };
}
