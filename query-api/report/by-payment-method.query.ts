import type { PaymentMethodSums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { isInSpan } from "#query-api/span-of-days.query.ts";

import { prepareSums, type SumsReport } from "./sums.ts";

type Row = {
  method: PaymentMethodSums["payment_method"];
  currency: string;
  payments: number;
  confirmed_minor: number;
  asserted_minor: number;
};

export const BY_PAYMENT_METHOD: SumsReport<Row, PaymentMethodSums> = {
  question: prepareSums({
    name: "sums-by-payment-method",
    projections: ["method_days"],
    rows: `
      select d.method, d.currency, sum(d.payments) as payments, sum(d.amount_minor) as total_minor,
             coalesce(sum(d.amount_minor) filter (where d.status = 'confirmed'), 0) as confirmed_minor,
             coalesce(sum(d.amount_minor) filter (where d.status = 'asserted'), 0) as asserted_minor
        from rm.rm_method_days d
       where d.tenant_id = $1 and ${isInSpan("d.day")}
       group by d.method, d.currency
      having sum(d.payments) > 0`,
    order: "s.total_minor desc, s.method",
  }),
  toItem: ({ method, currency, payments, confirmed_minor, asserted_minor }) => ({
    payment_method: method,
    currency,
    payments,
    total: toDecimal(confirmed_minor + asserted_minor),
    confirmed: toDecimal(confirmed_minor),
    asserted: toDecimal(asserted_minor),
  }),
  columns: [
    ["Payment method", ({ payment_method }) => payment_method],
    ["Payments", ({ payments }) => payments],
    ["Total", ({ total }) => total],
    ["Confirmed", ({ confirmed }) => confirmed],
    ["Asserted", ({ asserted }) => asserted],
    ["Currency", ({ currency }) => currency],
  ],
};
