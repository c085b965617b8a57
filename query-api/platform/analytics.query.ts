import type { Analytics } from "#kernel/contract/api/platform/figures.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { GHS_FIRST, preparePlatform, THIS_MONTH, TODAY } from "./ask-platform.query.ts";
import { percent } from "./machine.ts";

export type MonthRow = { month: string; currency: string; total_minor: number };

export type AnalyticsRow = {
  tenantMonths: { month: string; added: number; total: number }[];
  salesMonths: MonthRow[];
  plans: Analytics["byPlan"];
  statuses: Analytics["byStatus"];
  selling: number;
  soldBefore: number;
  stayed: number;
};

/** SQL: the last 12 months, newest first, without months that have no sales in a currency. */
export const SALES_MONTHS = `(
  select coalesce(json_agg(m order by m.month desc, ${GHS_FIRST("m")}), '[]')
    from (select date_trunc('month', d.day::timestamp)::date as month, d.currency, sum(d.total_minor) as total_minor
            from rm.rm_platform_days d
           where d.day >= ${THIS_MONTH} - interval '11 months'
           group by 1, 2 having sum(d.orders) > 0) m)`;

/** SQL: the start of a month in ms. The platform uses UTC. */
const startOf = (month: string): string => `(extract(epoch from ${month}) * 1000)::bigint`;

export const ANALYTICS: Prepared<AnalyticsRow> = preparePlatform({
  name: "platform-analytics",
  projections: ["platform_tenants", "platform_days"],
  sql: `with tenants as (
      select t.plan, t.status, t.registered_ms from rm.rm_platform_tenants t where t.deleted_ms is null
    ), months as (
      select m.month
        from generate_series(${THIS_MONTH} - interval '11 months', ${THIS_MONTH}, interval '1 month') m(month)
    ), sellers as (
      select d.tenant_id, bool_or(d.day > ${TODAY} - 30) as sells, bool_or(d.day <= ${TODAY} - 30) as sold_before
        from rm.rm_platform_days d
       where d.day > ${TODAY} - 60 and d.day <= ${TODAY} and d.orders > 0
       group by d.tenant_id)
    select json_build_object(
      'tenantMonths', (
        select json_agg(c order by c.month desc)
          from (select m.month::date as month,
                       (select count(*) from tenants t where t.registered_ms >= ${startOf("m.month")}
                           and t.registered_ms < ${startOf("(m.month + interval '1 month')")}) as added,
                       (select count(*) from tenants t
                         where t.registered_ms < ${startOf("(m.month + interval '1 month')")}) as total
                  from months m) c),
      'salesMonths', ${SALES_MONTHS},
      'plans', (select coalesce(json_agg(p order by p.plan), '[]')
                  from (select plan, count(*) as tenants from tenants group by plan) p),
      'statuses', (select coalesce(json_agg(s order by s.status), '[]')
                     from (select status, count(*) as tenants from tenants group by status) s),
      'selling', (select count(*) from sellers where sells),
      'soldBefore', (select count(*) from sellers where sold_before),
      'stayed', (select count(*) from sellers where sells and sold_before))`,
});

export const toAnalytics = (row: AnalyticsRow): Analytics => ({
  tenantsByMonth: row.tenantMonths,
  salesByMonth: row.salesMonths.map(toMonth),
  byPlan: row.plans,
  byStatus: row.statuses,
  sellingTenants: row.selling,
  retention: percent(row.stayed, row.soldBefore),
});

export const toMonth = ({ month, currency, total_minor }: MonthRow) => ({
  month,
  currency,
  total: toDecimal(total_minor),
});
