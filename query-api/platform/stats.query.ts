import type { InCurrency, PlatformStats } from "#kernel/contract/api/platform.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { growthPercent } from "#query-api/growth.ts";

import { daysAgo, GHS_FIRST, preparePlatform } from "./ask-platform.query.ts";
import { HEALTH_PARTS, type HealthRow, toGauges, toUptime } from "./health.query.ts";
import type { Machine } from "./machine.ts";

export type RevenueRow = { currency: string; orders: number; total_minor: number };

export type StatsRow = HealthRow & {
  tenants: { all: number; active: number; pending: number; added: number; addedBefore: number };
  revenues: RevenueRow[];
};

/** What all shops ever sold, net of voids. */
export const REVENUES = `(
  select coalesce(json_agg(r order by ${GHS_FIRST("r")}), '[]')
    from (select t.currency, sum(t.orders) as orders, sum(t.total_minor) as total_minor
            from rm.rm_platform_totals t
           group by t.currency having sum(t.orders) > 0) r)`;

export const STATS = preparePlatform({
  name: "platform-stats",
  projections: ["platform_tenants", "platform_alerts"],
  sql: `select json_build_object(${HEALTH_PARTS},
    'tenants', (
      select json_build_object(
        'all', count(*),
        'active', count(*) filter (where t.status = 'active'),
        'pending', count(*) filter (where t.status = 'pending'),
        'added', count(*) filter (where t.registered_ms > ${daysAgo(30)}),
        'addedBefore', count(*) filter (where t.registered_ms > ${daysAgo(60)} and t.registered_ms <= ${daysAgo(30)}))
        from rm.rm_platform_tenants t where t.deleted_ms is null),
    'revenues', ${REVENUES})`,
});

export function toStats(row: StatsRow, machine: Machine): PlatformStats {
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
  };
}

/** 100 where there was nothing before (R38). */
export const toGrowth = (now: number, before: number): number =>
  growthPercent({ now, before }) ?? 100;

export const toInCurrency = ({ currency, orders, total_minor }: RevenueRow): InCurrency => ({
  currency,
  orders,
  total: toDecimal(total_minor),
});
