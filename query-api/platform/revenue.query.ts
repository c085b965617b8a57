import type { RevenueOverview } from "#kernel/contract/api/platform/figures.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { type MonthRow, SALES_MONTHS, toMonth } from "./analytics.query.ts";
import { GHS_FIRST, preparePlatform, TODAY } from "./ask-platform.query.ts";
import { readSettings, SETTINGS_JSON } from "./settings.query.ts";
import { REVENUES, type RevenueRow, toInCurrency } from "./stats.query.ts";

type PlanRow = { plan: "basic" | "premium" | "enterprise"; tenants: number };

export type RevenueBody = {
  lifetime: RevenueRow[];
  last30Days: RevenueRow[];
  months: MonthRow[];
  settings: unknown;
  plans: PlanRow[];
  trialing: number;
};

/** A tenant on trial has the limits of the most expensive plan and pays nothing yet. */
export const REVENUE: Prepared<RevenueBody> = preparePlatform({
  name: "platform-revenue",
  projections: ["platform_tenants", "platform_totals", "platform_days", "platform_settings"],
  sql: `with tenants as (
      select t.plan, t.status, coalesce(t.trial_until >= ${TODAY}, false) and t.plan = 'basic' as trialing
        from rm.rm_platform_tenants t where t.deleted_ms is null)
    select json_build_object(
      'lifetime', ${REVENUES},
      'last30Days', (
        select coalesce(json_agg(r order by ${GHS_FIRST("r")}), '[]')
          from (select d.currency, sum(d.orders) as orders, sum(d.total_minor) as total_minor
                  from rm.rm_platform_days d
                 where d.day > ${TODAY} - 30 and d.day <= ${TODAY}
                 group by d.currency having sum(d.orders) > 0) r),
      'months', ${SALES_MONTHS},
      'settings', ${SETTINGS_JSON},
      'plans', (select coalesce(json_agg(p order by p.plan), '[]')
                  from (select plan, count(*) as tenants from tenants
                         where status <> 'suspended' and not trialing group by plan) p),
      'trialing', (select count(*) from tenants where trialing))`,
});

export function toRevenue(row: RevenueBody): RevenueOverview {
  const { premiumPriceMinor, enterprisePriceMinor } = readSettings(row.settings);
  const priceOf = { basic: 0, premium: premiumPriceMinor, enterprise: enterprisePriceMinor };
  const monthlyMinor = ({ plan, tenants }: PlanRow): number => tenants * priceOf[plan];
  return {
    lifetime: row.lifetime.map(toInCurrency),
    last30Days: row.last30Days.map(toInCurrency),
    salesByMonth: row.months.map(toMonth),
    subscriptions: {
      currency: "GHS",
      monthly: toDecimal(row.plans.reduce((sum, plan) => sum + monthlyMinor(plan), 0)),
      byPlan: row.plans.map((plan) => ({
        ...plan,
        price: toDecimal(priceOf[plan.plan]),
        monthly: toDecimal(monthlyMinor(plan)),
      })),
      trialing: row.trialing,
    },
  };
}
