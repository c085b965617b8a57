import type {
  CurrencyTotal,
  PlatformStats,
  StatsQuery,
} from "#kernel/contract/api/platform/figures.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import type { Prepared } from "#query-api/ask.query.ts";
import { growthPercent } from "#query-api/growth.ts";

import { daysAgo, GHS_FIRST, preparePlatform, TODAY } from "./ask-platform.query.ts";
import { HEALTH_PARTS, type HealthRow, toGauges, toUptime } from "./health.query.ts";
import type { Machine } from "./machine.ts";

export type RevenueRow = { currency: string; orders: number; total_minor: number };

export type StatsRow = HealthRow & {
  tenants: { all: number; active: number; pending: number; added: number; addedBefore: number };
  revenues: RevenueRow[];
  overview: { revenues: RevenueRow[]; selling: number; trialsEnding: number };
};

/** SQL: all-time sales of all tenants, net of voids. */
export const REVENUES = `(
  select coalesce(json_agg(r order by ${GHS_FIRST("r")}), '[]')
    from (select t.currency, sum(t.orders) as orders, sum(t.total_minor) as total_minor
            from rm.rm_platform_totals t
           group by t.currency having sum(t.orders) > 0) r)`;

const TRIAL_ENDS_SOON_DAYS = 7;

export const STATS: Prepared<StatsRow> = preparePlatform({
  name: "platform-stats",
  projections: ["platform_tenants", "platform_totals", "platform_days", "platform_alerts"],
  sql: `with sold as (
      select d.tenant_id, d.currency, d.orders, d.total_minor from rm.rm_platform_days d
       where d.orders > 0
         and ($2 ->> 'period' is null
              or d.day <= ${TODAY} and d.day > ${TODAY} - ($2 ->> 'period')::int))
    select json_build_object(${HEALTH_PARTS},
    'tenants', (
      select json_build_object(
        'all', count(*),
        'active', count(*) filter (where t.status = 'active'),
        'pending', count(*) filter (where t.status = 'pending'),
        'added', count(*) filter (where t.registered_ms > ${daysAgo(30)}),
        'addedBefore', count(*) filter (where t.registered_ms > ${daysAgo(60)} and t.registered_ms <= ${daysAgo(30)}))
        from rm.rm_platform_tenants t where t.deleted_ms is null),
    'revenues', ${REVENUES},
    'overview', json_build_object(
      'revenues', (
        select coalesce(json_agg(r order by ${GHS_FIRST("r")}), '[]')
          from (select s.currency, sum(s.orders) as orders, sum(s.total_minor) as total_minor
                  from sold s group by s.currency) r),
      'selling', (select count(distinct s.tenant_id) from sold s),
      'trialsEnding', (
        select count(*) from rm.rm_platform_tenants t
         where t.deleted_ms is null and t.status <> 'suspended' and t.plan = 'basic'
           and t.trial_until >= ${TODAY} and t.trial_until < ${TODAY} + ${TRIAL_ENDS_SOON_DAYS})))`,
});

type StatsInput = Readonly<{ machine: Machine; period: StatsQuery["period"] }>;

export function toStats(row: StatsRow, { machine, period }: StatsInput): PlatformStats {
  const { all, active, pending, added, addedBefore } = row.tenants;
  const revenues = row.revenues.map(toInCurrency);
  return {
    totalTenants: all,
    activeTenants: active,
    monthlyGrowth: toGrowth(added, addedBefore),
    totalRevenue: revenues.find(({ currency }) => currency === "GHS")?.total ?? 0,
    revenues,
    systemUptime: toUptime(row),
    pendingApprovals: pending,
    criticalIssues: row.alerts.length,
    systemHealth: toGauges(row, machine),
    overview: {
      period: period ?? null,
      revenues: row.overview.revenues.map(toInCurrency),
      sellingTenants: row.overview.selling,
      trialsEnding: row.overview.trialsEnding,
    },
  };
}

/** 100 if there was nothing before, as the specification asks. */
export const toGrowth = (now: number, before: number): number =>
  growthPercent({ now, before }) ?? 100;

export const toInCurrency = ({ currency, orders, total_minor }: RevenueRow): CurrencyTotal => ({
  currency,
  orders,
  total: toDecimal(total_minor),
});
