import type { CategorySums } from "#kernel/contract/api/reports/report.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import type { Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";

import { HOW_PROFIT_IS_COUNTED, profitMinor, profitText } from "./profit.ts";
import { RankedReport, RankingWaiting } from "./ranked-report.tsx";
import { categoryQuery } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

/** By the categories that the products have now. */
export function ByCategory({ span }: { span: Span }) {
  return (
    <ReportView query={categoryQuery(span)} waiting={<RankingWaiting />}>
      {(report) => (
        <RankedReport
          rows={report.rows.map(toRanked)}
          columns={["Category", "Products", "Sales", "Profit"]}
          hint={HOW_PROFIT_IS_COUNTED}
        />
      )}
    </ReportView>
  );
}

function toRanked(row: CategorySums) {
  const currency = currencyOf(row.currency);
  const profit = profitText(row, currency);
  return {
    id: row.category ?? "",
    name: row.category ?? "No category",
    more: [counted(row.products, "product"), ...(profit === undefined ? [] : [profit])].join(" · "),
    count: row.products,
    minor: minorOf(row.revenue),
    profitMinor: profitMinor(row),
    currency,
  };
}
