import type { ReportSummary } from "#kernel/contract/api/dashboard.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import type { Question } from "#query-api/ask.query.ts";
import {
  DASHBOARD_PARTS,
  DASHBOARD_PROJECTIONS,
  type DashboardRow,
  toDashboard,
  WITH_TOTALS,
} from "#query-api/dashboard/dashboard.query.ts";

export type ReportRow = DashboardRow & { months: MonthRow[]; topProducts: TopProductRow[] };

type MonthRow = { month: string; orders: number; total_minor: number };
type TopProductRow = { product_id: string; name: string; quantity: number; revenue_minor: number };

/** Months and products are counted in the shop's present currency: unlike money is not added (R47). */
const WITH_REPORT = `${WITH_TOTALS}, months as (
    select m.first::date as month, coalesce(sum(d.orders), 0) as orders,
           coalesce(sum(d.total_minor), 0) as total_minor
      from span
     cross join generate_series(date_trunc('month', today::timestamp) - interval '11 months',
                                date_trunc('month', today::timestamp), interval '1 month') m(first)
      left join rm.rm_daily_totals d
        on d.tenant_id = $1 and d.currency = span.currency
       and d.day >= m.first and d.day < m.first + interval '1 month'
     group by m.first
  ), sold as (
    select t.product_id, t.quantity, t.revenue_minor
      from rm.rm_product_totals t, span
     where t.tenant_id = $1 and t.currency = span.currency and span.first_day is null
     union all
    select d.product_id, sum(d.quantity), sum(d.revenue_minor)
      from rm.rm_product_days d, span
     where d.tenant_id = $1 and d.currency = span.currency and d.day between span.first_day and span.last_day
     group by d.product_id
  ), top as (
    select s.product_id, p.name, s.quantity, s.revenue_minor
      from sold s
      join rm.rm_products p on p.tenant_id = $1 and p.product_id = s.product_id
     where s.quantity > 0
     order by s.revenue_minor desc, s.quantity desc, s.product_id
     limit 5
  )`;

export const REPORT: Question = {
  projections: [...DASHBOARD_PROJECTIONS, "product_days", "product_totals"],
  sql: `${WITH_REPORT} select json_build_object(${DASHBOARD_PARTS},
    'months', (select json_agg(m order by m.month desc) from months m),
    'topProducts', (
      select coalesce(json_agg(t order by t.revenue_minor desc, t.quantity desc, t.product_id), '[]') from top t))`,
};

export const toReport = (row: ReportRow, period: string | null): ReportSummary => ({
  ...toDashboard(row, period),
  monthlyTrend: row.months.map(({ month, orders, total_minor }) => ({
    month,
    monthly_sales: toDecimal(total_minor),
    monthly_orders: orders,
  })),
  topProducts: row.topProducts.map(({ product_id, name, quantity, revenue_minor }) => ({
    id: product_id,
    name,
    total_sold: quantity,
    total_revenue: toDecimal(revenue_minor),
  })),
});
