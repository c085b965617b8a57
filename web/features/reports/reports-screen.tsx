import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import { links } from "#web/links.ts";
import { useCan } from "#web/state/use-session.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { PanelPair } from "#web/ui/layout/panel.tsx";

import { Breakdown } from "./breakdown.tsx";
import { LowStock } from "./low-stock.tsx";
import { MonthlyTrend } from "./monthly-trend.tsx";
import { RecentSales } from "./recent-sales.tsx";
import { ReportHead } from "./report-head.tsx";
import { reportQuery } from "./report-query.ts";
import { ReportTotals } from "./report-totals.tsx";
import { TopProducts } from "./top-products.tsx";
import { useReportAddress } from "./use-report-address.ts";

export default function ReportsScreen() {
  const address = useReportAddress();
  const { span, grouping, groupBy } = address;
  const report = useKeptQuery(reportQuery(span), texts.reports);
  const loaded = report.status === "ready" ? report.data : undefined;
  const isEmpty = loaded !== undefined && hasNoSales(loaded);
  return (
    <>
      <ReportHead address={address} report={loaded} mayExport={!isEmpty} />
      {report.status === "error" && (
        <ErrorState
          problem={{
            title: texts.reports.errorHeading,
            detail: report.title,
            more: report.detail,
            retry: report.retry,
          }}
          action={texts.tryAgain}
        />
      )}
      {isEmpty && <NoSales />}
      {report.status !== "error" && !isEmpty && (
        <>
          <ReportTotals report={loaded} />
          <PanelPair>
            <MonthlyTrend report={loaded} />
            <TopProducts report={loaded} />
            <RecentSales report={loaded} />
            <LowStock report={loaded} />
          </PanelPair>
          <Breakdown span={span} grouping={grouping} onGroup={groupBy} />
        </>
      )}
    </>
  );
}

/** True if there are no sales in the chosen days or in the months before. */
const hasNoSales = (report: ReportSummary): boolean =>
  report.totalOrders === 0 &&
  report.otherCurrencies.length === 0 &&
  report.recentSales.length === 0 &&
  report.monthlyTrend.every(({ monthly_orders: orders }) => orders === 0);

function NoSales() {
  const maySell = useCan("record-sale");
  return (
    <EmptyState
      icon="chart"
      title={texts.reports.noData}
      hint="Reports start with your first sale."
      action={
        maySell && (
          <ButtonLink href={links.sell()} tone="primary" icon="basket">
            New Sale
          </ButtonLink>
        )
      }
    />
  );
}
