import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";
import {
  DASHBOARD_PARTS,
  DASHBOARD_PROJECTIONS,
  type DashboardRow,
  showsSums,
  toDashboard,
  WITH_TOTALS,
} from "#query-api/report/dashboard.query.ts";
import { NAME_OF_SOLD } from "#query-api/report/sums.ts";
import type { Span } from "#query-api/span-of-days.query.ts";

export type ReportRow = DashboardRow & { months: MonthRow[]; topProducts: TopProductRow[] };

type MonthRow = { month: string; orders: number; total_minor: number };
type TopProductRow = { product_id: string; name: string; quantity: number; revenue_minor: number };

/**
 * Months and products only count the tenant's current currency, because currencies are never added
 * together.
 */
const withSummary = (monthsBefore: number): string => `${WITH_TOTALS}, first_month as (
    select date_trunc('month', today::timestamp) - interval '${monthsBefore} months' as month from span
  ), months as (
    select m.month::date as month, coalesce(t.orders, 0) as orders, coalesce(t.total_minor, 0) as total_minor
      from first_month, generate_series(first_month.month, first_month.month + interval '${monthsBefore} months', interval '1 month') m(month)
      left join (
        select date_trunc('month', d.day::timestamp) as month, sum(d.orders) as orders, sum(d.total_minor) as total_minor
          from rm.rm_daily_totals d
         where d.tenant_id = $1 and d.currency = (select currency from span)
           and d.day >= (select month from first_month)
         group by 1) t on t.month = m.month
  ), sold as (
    select t.product_id, t.quantity, t.revenue_minor
      from rm.rm_product_totals t
     where t.tenant_id = $1 and t.currency = (select currency from span) and (select first_day from span) is null
     union all
    select d.product_id, sum(d.quantity), sum(d.revenue_minor)
      from rm.rm_product_days d
     where d.tenant_id = $1 and d.currency = (select currency from span)
       and d.day >= (select first_day from span) and d.day <= (select last_day from span)
     group by d.product_id
  ), top as (
    select s.product_id, coalesce(${NAME_OF_SOLD}, 'Unknown product') as name, s.quantity, s.revenue_minor
      from (select * from sold where quantity > 0 order by revenue_minor desc, quantity desc, product_id limit 5) s
      left join rm.rm_products p on p.tenant_id = $1 and p.product_id = s.product_id
  )`;

const prepareSummary = (name: string, months: number): Prepared<ReportRow> =>
  prepare(
    {
      name,
      projections: [...DASHBOARD_PROJECTIONS, "product_days", "product_totals"],
      sql: `${withSummary(months - 1)} select json_build_object(${DASHBOARD_PARTS},
    'months', (select json_agg(m order by m.month desc) from months m),
    'topProducts', (
      select coalesce(json_agg(t order by t.revenue_minor desc, t.quantity desc, t.product_id), '[]') from top t))`,
    },
    { past: true },
  );

export const REPORT = prepareSummary("report", 12);
/** The same with fewer months: both screens of the first client read the dashboard's route. */
export const DASHBOARD = prepareSummary("dashboard", 6);

/** A reader who sees only today gets no months, and without sums no products by revenue either. */
export const toReport = (row: ReportRow, span: Span): ReportSummary => ({
  ...toDashboard(row, span),
  monthlyTrend: (span.compares ? row.months : []).map(({ month, orders, total_minor }) => ({
    month,
    monthly_sales: toDecimal(total_minor),
    monthly_orders: orders,
  })),
  topProducts: (showsSums(row, span) ? row.topProducts : []).map(
    ({ product_id, name, quantity, revenue_minor }) => ({
      id: product_id,
      name,
      total_sold: quantity,
      total_revenue: toDecimal(revenue_minor),
    }),
  ),
});
