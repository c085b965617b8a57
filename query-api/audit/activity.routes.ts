import { Activity, ActivityQuery } from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { ACTIVITY } from "./activity.query.ts";
import { toActivity } from "./activity.ts";

const WEEK = 7;

/** What everybody does how often, and what of it is out of the ordinary. */
export const activityRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/activity",
    { schema: { querystring: ActivityQuery, response: { 200: success(Activity) } } },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { from = null, to = null } = request.query;
      return answer(reads, request, reply, {
        question: ACTIVITY,
        args: { days: from === null ? WEEK : null, from, to },
        toData: toActivity,
      });
    },
  );
};
