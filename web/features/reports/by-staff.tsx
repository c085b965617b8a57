import type { StaffSums } from "#kernel/contract/api/reports/report.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import type { Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { traceOf } from "#web/state/use-trace.ts";

import { RankedReport, RankingWaiting } from "./ranked-report.tsx";
import { staffQuery, type Report } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByStaff({ span }: { span: Span }) {
  return (
    <ReportView query={staffQuery(span)} waiting={<RankingWaiting />}>
      {(report) => (
        <RankedReport
          rows={report.rows.map(toRanked(report))}
          columns={["Name", "Orders", "Sales"]}
        />
      )}
    </ReportView>
  );
}

const toRanked =
  ({ from, to }: Report<unknown>) =>
  ({ user_id: id, name, orders, total, currency }: StaffSums) => ({
    id,
    name: name ?? "Former staff",
    more: counted(orders, "order"),
    count: orders,
    minor: minorOf(total),
    currency: currencyOf(currency),
    ask: { ...traceOf("staff.total", { from, to, currency }), about: id },
    askCount: { ...traceOf("staff.orders", { from, to, currency }), about: id },
  });
