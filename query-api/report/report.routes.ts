import { PastPeriodQuery, ReportSummary } from "#kernel/contract/api/dashboard.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { toSpan } from "#query-api/dashboard/span.ts";
import { createMemory } from "#query-api/memory.ts";

import { REPORT, toReport } from "./report.query.ts";

export const reportRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  const memory = createMemory<ReportSummary>();
  app.get(
    "/api/sales/reports.php",
    { schema: { querystring: PastPeriodQuery, response: { 200: success(ReportSummary) } } },
    (request, reply) => {
      requireRight(request, "see-reports");
      const span = toSpan(request.query, request.actor.role);
      return answer(reads, request, reply, {
        question: REPORT,
        args: span,
        memory,
        asOf: request.query.as_of,
        toData: (row) => toReport(row, span),
      });
    },
  );
};
