import type { DaySums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { isInSpan } from "#query-api/span-of-days.query.ts";

import { prepareSums, type SumsReport } from "./sums.ts";

type Row = {
  day: string;
  currency: string;
  orders: number;
  total_minor: number;
  tax_minor: number;
};

/** Newest first, without days that have no sales. */
export const BY_DAY: SumsReport<Row, DaySums> = {
  question: prepareSums({
    name: "sums-by-day",
    projections: ["daily_totals"],
    rows: `
      select d.day, d.currency, d.orders, d.total_minor, d.tax_minor
        from rm.rm_daily_totals d
       where d.tenant_id = $1 and d.orders > 0 and ${isInSpan("d.day")}`,
    order: "s.day desc",
  }),
  toItem: ({ day, currency, orders, total_minor, tax_minor }) => ({
    day,
    currency,
    orders,
    total: toDecimal(total_minor),
    tax: toDecimal(tax_minor),
  }),
  columns: [
    ["Day", ({ day }) => day],
    ["Orders", ({ orders }) => orders],
    ["Total", ({ total }) => total],
    ["Tax", ({ tax }) => tax],
    ["Currency", ({ currency }) => currency],
  ],
};
