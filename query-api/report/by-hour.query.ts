import type { HourSums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { isInSpan } from "#query-api/span-of-days.query.ts";

import { prepareSums, type SumsReport } from "./sums.ts";

type Row = { hour: number; currency: string; orders: number; total_minor: number };

/**
 * SQL: hours in the tenant's current time zone. Every hour has a row in the tenant's current
 * currency.
 */
const ROWS = `
  select n.hour, n.currency, coalesce(t.orders, 0) as orders, coalesce(t.total_minor, 0) as total_minor
    from (
      select extract(hour from (h.hour || ':00Z')::timestamptz at time zone (select timezone from span))::int as hour,
             h.currency, sum(h.orders) as orders, sum(h.total_minor) as total_minor
        from rm.rm_hours h
       where h.tenant_id = $1 and ${isInSpan("h.day")}
       group by 1, 2) t
    full join (
      select hour, (select currency from span) as currency from generate_series(0, 23) hour) f
      on f.hour = t.hour and f.currency = t.currency
    cross join lateral (
      select coalesce(t.hour, f.hour) as hour, coalesce(t.currency, f.currency) as currency) n
   where f.hour is not null or t.orders > 0`;

export const BY_HOUR: SumsReport<Row, HourSums> = {
  question: prepareSums({
    name: "sums-by-hour",
    projections: ["hours"],
    rows: ROWS,
    order: "s.hour",
  }),
  toItem: ({ hour, currency, orders, total_minor }) => ({
    hour,
    currency,
    orders,
    total: toDecimal(total_minor),
  }),
  columns: [
    ["Hour", ({ hour }) => `${String(hour).padStart(2, "0")}:00`],
    ["Orders", ({ orders }) => orders],
    ["Total", ({ total }) => total],
    ["Currency", ({ currency }) => currency],
  ],
};
