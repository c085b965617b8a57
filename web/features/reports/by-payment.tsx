import type { PaymentMethodSums } from "#kernel/contract/api/reports/report.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import type { Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { paymentLabel } from "#web/format/payment-methods.ts";
import { traceOf } from "#web/state/use-trace.ts";
import { Icon } from "#web/ui/icon/icon.tsx";

import { RankedReport, RankingWaiting } from "./ranked-report.tsx";
import { paymentQuery, type Report } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByPayment({ span }: { span: Span }) {
  return (
    <ReportView query={paymentQuery(span)} waiting={<RankingWaiting />}>
      {(report) => (
        <RankedReport
          rows={report.rows.map(toRanked(report))}
          columns={["Method", "Payments", "Sales"]}
        />
      )}
    </ReportView>
  );
}

const toRanked =
  ({ from, to }: Report<unknown>) =>
  (row: PaymentMethodSums) => {
    const { label, icon } = paymentLabel(row.payment_method);
    const currency = currencyOf(row.currency);
    const { payment_method: method } = row;
    return {
      id: method,
      name: label,
      more: (
        <>
          <Icon name={icon} size="small" />
          <span>
            {[counted(row.payments, "payment"), confirmedText(row, currency)].join(" · ")}
          </span>
        </>
      ),
      count: row.payments,
      minor: minorOf(row.total),
      currency,
      ask: { ...traceOf("payments.total", { from, to, currency }), method },
      askCount: { ...traceOf("payments.count", { from, to, currency }), method },
    };
  };

/**
 * Cash counts as confirmed. Other methods are what the cashier recorded, not confirmed by the
 * provider.
 */
function confirmedText(
  { confirmed, asserted }: PaymentMethodSums,
  currency: ReturnType<typeof currencyOf>,
): string {
  if (asserted === 0) return "all confirmed";
  if (confirmed === 0) return "not confirmed";
  return `${formatMoney(minorOf(confirmed), currency)} confirmed`;
}
