import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { currencyOf } from "#web/format/money.ts";
import { traceOf } from "#web/state/use-trace.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyRow, Section } from "#web/ui/layout/panel.tsx";

import { Ranking } from "./ranking.tsx";

const SHOWN = 5;

export function TopProducts({ report }: { report: ReportSummary | undefined }) {
  return (
    <Section title="Top Selling Products">
      {report === undefined ? (
        <SkeletonRows rows={SHOWN} kind="ranking" />
      ) : (
        <ProductRanking report={report} />
      )}
    </Section>
  );
}

function ProductRanking({ report }: { report: ReportSummary }) {
  const products = report.topProducts.slice(0, SHOWN);
  return (
    <Ranking
      rows={products.map(({ id, name, total_sold: sold, total_revenue: revenue }) => ({
        id,
        name,
        more: `${sold.toLocaleString("en-GH")} sold`,
        minor: minorOf(revenue),
        currency: currencyOf(report.currency),
        ask: { ...traceOf("product.revenue", report), about: id },
      }))}
    >
      {products.length === 0 && <EmptyRow>No sales in this period.</EmptyRow>}
    </Ranking>
  );
}
