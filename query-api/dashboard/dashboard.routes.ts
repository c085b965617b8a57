import { success } from "#kernel/contract/api/envelope.ts";
import { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { FIRST_STEPS_PATH, FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import { PastPeriodQuery } from "#kernel/contract/api/reports/period.ts";
import { Today, TODAY_PATH, TodayQuery } from "#kernel/contract/api/reports/today.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type KeptAnswers, type Reads } from "#query-api/answers.ts";
import { DASHBOARD, toReport } from "#query-api/report/report.query.ts";
import { toSpan } from "#query-api/span-of-days.query.ts";

import { FIRST_STEPS } from "./first-steps.query.ts";
import { TODAY, toToday, toTodayArguments } from "./today.query.ts";

export const dashboardRoutes: Routes<{ reads: Reads; kept: KeptAnswers }> = async (
  app,
  { reads, kept },
) => {
  app.get(
    "/api/dashboard.php",
    { schema: { querystring: PastPeriodQuery, response: { 200: success(ReportSummary) } } },
    (request, reply) => {
      requireRight(request, "see-dashboard");
      const span = toSpan(request.query, request.actor.role);
      return answer(reads, request, reply, {
        question: DASHBOARD,
        args: span,
        kept,
        asOf: request.query.as_of,
        toData: (row) => toReport(row, span),
      });
    },
  );
  app.get(
    TODAY_PATH,
    { schema: { querystring: TodayQuery, response: { 200: success(Today) } } },
    (request, reply) => {
      requireRight(request, "see-reports");
      return answer(reads, request, reply, {
        question: TODAY,
        args: toTodayArguments(reads.clock()),
        kept,
        asOf: request.query.as_of,
        toData: toToday,
      });
    },
  );
  app.get(
    FIRST_STEPS_PATH,
    { schema: { response: { 200: success(FirstSteps) } } },
    (request, reply) => {
      requireRight(request, "change-business-settings");
      return answer(reads, request, reply, {
        question: FIRST_STEPS,
        args: {},
        toData: (steps) => steps,
      });
    },
  );
};
