import type { PaymentMethodSums } from "#kernel/contract/api/report.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { paymentLabel } from "#web/api/payment-methods.ts";
import { currencyOf } from "#web/api/session.ts";
import { minorOf } from "#web/api/wire-money.ts";
import { counted } from "#web/ui/count-text.ts";
import { Icon } from "#web/ui/icon.tsx";

import { RankedReport, RankingWaiting } from "./ranked-report.tsx";
import { paymentQuery } from "./report-query.ts";
import type { Span } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByPayment({ span }: { span: Span }) {
  return (
    <ReportView query={paymentQuery(span)} waiting={<RankingWaiting />}>
      {({ rows }) => (
        <RankedReport rows={rows.map(toRanked)} columns={["Method", "Payments", "Sales"]} />
      )}
    </ReportView>
  );
}

function toRanked(row: PaymentMethodSums) {
  const { label, icon } = paymentLabel(row.payment_method);
  const currency = currencyOf(row.currency);
  return {
    id: row.payment_method,
    name: label,
    more: (
      <>
        <Icon name={icon} size="small" />
        {[counted(row.payments, "payment"), seenText(row, currency)].join(" · ")}
      </>
    ),
    count: row.payments,
    minor: minorOf(row.total),
    currency,
  };
}

/** Cash in the drawer is seen; that money came another way is what the cashier says (R26). */
function seenText(
  { confirmed, asserted }: PaymentMethodSums,
  currency: ReturnType<typeof currencyOf>,
): string {
  if (asserted === 0) return "all confirmed";
  if (confirmed === 0) return "as the cashier noted it";
  return `${formatMoney(minorOf(confirmed), currency)} confirmed`;
}
