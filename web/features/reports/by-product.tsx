import type { ProductSums } from "#kernel/contract/api/reports/report.ts";
import { minorOf } from "#kernel/contract/money.ts";
import type { Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { traceOf } from "#web/state/use-trace.ts";

import { HOW_PROFIT_IS_COUNTED, profitMinor, profitText } from "./profit.ts";
import { RankedReport, RankingWaiting } from "./ranked-report.tsx";
import { productQuery } from "./report-query.ts";
import type { Report } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByProduct({ span }: { span: Span }) {
  return (
    <ReportView query={productQuery(span)} waiting={<RankingWaiting />}>
      {(report) => (
        <RankedReport
          rows={report.rows.map(toRanked(report))}
          columns={["Product", "Sold", "Sales", "Profit"]}
          hint={HOW_PROFIT_IS_COUNTED}
        />
      )}
    </ReportView>
  );
}

const toRanked =
  ({ from, to }: Report<unknown>) =>
  (row: ProductSums) => {
    const { id, name, quantity, revenue, currency } = row;
    const profit = profitText(row, currencyOf(currency));
    const sold = `${quantity.toLocaleString("en-GH")} sold`;
    return {
      id,
      name: name ?? "Unknown product",
      more: profit === undefined ? sold : `${sold} · ${profit}`,
      count: quantity,
      minor: minorOf(revenue),
      profitMinor: profitMinor(row),
      currency: currencyOf(currency),
      ask: { ...traceOf("product.revenue", { from, to, currency }), about: id },
      askCount: { ...traceOf("product.quantity", { from, to, currency }), about: id },
    };
  };
