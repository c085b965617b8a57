import type { FastifyReply } from "fastify";

import { success } from "#kernel/contract/api/envelope.ts";
import {
  CHANGES_PATH,
  MOST_EVENTS_BEHIND,
  TillChanges,
  TillChangesQuery,
} from "#kernel/contract/api/till/changes.ts";
import { type Problem, problemOf, sendProblem, UNAVAILABLE } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Reads } from "#query-api/answers.ts";
import { ask, readProgress } from "#query-api/ask.query.ts";
import { askFresh } from "#query-api/freshness.ts";

import { CHANGED, EVERYTHING } from "./changes.query.ts";

const MALFORMED: Problem = { ...problemOf(400), error: "since: Must be a position in the log" };

/** Also after a restore of the server, which may have lost the position. */
const TOO_FAR_BEHIND: Problem = {
  status: 410,
  code: "too-far-behind",
  error: "There is no list of the changes since then. Download everything again.",
};

/** What a till keeps to sell without a network, and what changed of it. */
export const changesRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    CHANGES_PATH,
    { schema: { querystring: TillChangesQuery, response: { 200: success(TillChanges) } } },
    async (request, reply) => {
      requireRight(request, "record-sale");
      const since = toPosition(request.query.since);
      if (since === undefined) return sendProblem(reply, MALFORMED);
      const { tenantId } = request.actor;
      const question = since === null ? EVERYTHING : CHANGED;
      const asked = { tenantId, nowMs: reads.clock(), args: { since } };
      const { answer, stale } = await askFresh(reads.freshness, tenantId, {
        ask: () => ask(reads.pool, question, asked),
        readProgress: () => readProgress(reads.pool, question, asked),
      });
      const { head, checkpoint, body } = answer;
      if (since !== null && (since > head || head - since > MOST_EVENTS_BEHIND)) {
        return sendProblem(reply, TOO_FAR_BEHIND);
      }
      const { settings, rebuilding, ...rows } = body;
      // Less than the till has already, or only a part.
      if (settings === null || rebuilding || checkpoint < (since ?? 0)) {
        return sendProblem(reply, UNAVAILABLE);
      }
      if (stale !== undefined) reply.header("x-stale", stale);
      return notKept(reply).send({ success: true, data: { seq: checkpoint, ...rows, settings } });
    },
  );
};

/** The till keeps it, and asks for another `since` each time. */
const notKept = (reply: FastifyReply): FastifyReply => reply.header("cache-control", "no-store");

/** Null: everything. Undefined: malformed. */
function toPosition(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}
