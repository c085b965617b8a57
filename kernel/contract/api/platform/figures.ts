import * as z from "zod/mini";

import { storable } from "#kernel/contract/api/fields.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { PeriodDays } from "#kernel/contract/api/reports/period.ts";
import { Plan, TenantStatus } from "#kernel/contract/choices.ts";

/** One entry per currency, cedis first. */
const CurrencyTotal = z.object({ currency: z.string(), total: z.number(), orders: z.int() });
export type CurrencyTotal = z.infer<typeof CurrencyTotal>;

/** In percent: usage for the machine, successes of the last 24 hours for everything else. */
export const SystemHealth = z.object({
  cpu: z.number(),
  memory: z.number(),
  disk: z.number(),
  network: z.number(),
  database: z.number(),
  api: z.number(),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

/** Whole days including today. Absent means all time. */
export const StatsQuery = z.object({
  period: z.optional(z.enum(PeriodDays.options, "period must be 7, 30, 90 or 365")),
});
export type StatsQuery = z.infer<typeof StatsQuery>;

/**
 * Sales of all tenants in the period and the number of tenants with sales. `trial` counts those
 * that end within 7 days.
 */
const PlatformOverview = z.object({
  period: z.nullable(z.string()),
  revenues: z.array(CurrencyTotal),
  sellingTenants: z.int(),
  trialsEnding: z.int(),
});

/** `totalRevenue` is in cedis; `revenues` has every currency. */
export const PlatformStats = z.object({
  totalTenants: z.int(),
  activeTenants: z.int(),
  monthlyGrowth: z.number(),
  totalRevenue: z.number(),
  revenues: z.array(CurrencyTotal),
  systemUptime: z.number(),
  pendingApprovals: z.int(),
  criticalIssues: z.int(),
  systemHealth: SystemHealth,
  overview: PlatformOverview,
});
export type PlatformStats = z.infer<typeof PlatformStats>;

const search = z.optional(
  z.string().check(z.trim(), z.maxLength(200, "Must have at most 200 characters"), storable),
);
const paging = { page: z.optional(Count), limit: z.optional(Count) } as const;

export const PlatformListQuery = z.object(paging);
export type PlatformListQuery = z.infer<typeof PlatformListQuery>;

export const TenantsQuery = z.object({ ...paging, search, status: z.optional(TenantStatus) });
export type TenantsQuery = z.infer<typeof TenantsQuery>;

/**
 * `revenue` is of all time, without voids, in the tenant's present currency; `growth` is of the
 * last 30 days, in percent.
 */
export const TenantItem = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  plan: Plan,
  status: TenantStatus,
  users: z.int(),
  revenue: z.number(),
  growth: z.number(),
  last_login: z.nullable(z.string()),
  currency: z.string(),
  revenues: z.array(CurrencyTotal),
  trial_until: z.nullable(z.string()),
  created_at: z.string(),
});
export type TenantItem = z.infer<typeof TenantItem>;

export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
});
export type Pagination = z.infer<typeof Pagination>;

export const TenantPage = z.object({ tenants: z.array(TenantItem), pagination: Pagination });

const ActivityType = z.enum([
  "tenant_created",
  "payment_received",
  "system_alert",
  "user_suspended",
  "backup_completed",
  "other",
]);

export const ActivityItem = z.object({
  id: z.string(),
  type: ActivityType,
  status: z.enum(["success", "warning", "info"]),
  message: z.string(),
  time: z.string(),
  tenant_id: z.nullable(z.string()),
  actor_id: z.string(),
});
export type ActivityItem = z.infer<typeof ActivityItem>;

const Alert = z.object({
  id: z.string(),
  kind: z.string(),
  message: z.string(),
  raised_at: z.string(),
});

/** `test_ok` is null while no restore of it was tested. */
const Backup = z.object({
  id: z.string(),
  taken_at: z.string(),
  bytes: z.int(),
  events: z.int(),
  tenants: z.int(),
  tested_at: z.nullable(z.string()),
  test_ok: z.nullable(z.boolean()),
  test_error: z.nullable(z.string()),
});
export type Backup = z.infer<typeof Backup>;

/** `meaning` says what each gauge is a share of. */
export const HealthReport = z.object({
  gauges: SystemHealth,
  meaning: z.object({
    cpu: z.string(),
    memory: z.string(),
    disk: z.string(),
    network: z.string(),
    database: z.string(),
    api: z.string(),
  }),
  uptime: z.number(),
  dependencies: z.array(
    z.object({ name: z.string(), is_up: z.boolean(), since: z.string(), checked_at: z.string() }),
  ),
  alerts: z.array(Alert),
  /** The last backup, and the last one whose restore was tested. Null if there is none. */
  backup: z.nullable(Backup),
  restore_test: z.nullable(Backup),
});
export type HealthReport = z.infer<typeof HealthReport>;

const MonthSums = z.object({ month: z.string(), currency: z.string(), total: z.number() });

/**
 * Retention, in percent: of the tenants with sales in the 30 days before, the share that also had
 * sales in the last 30.
 */
export const Analytics = z.object({
  tenantsByMonth: z.array(z.object({ month: z.string(), added: z.int(), total: z.int() })),
  salesByMonth: z.array(MonthSums),
  byPlan: z.array(z.object({ plan: Plan, tenants: z.int() })),
  byStatus: z.array(z.object({ status: TenantStatus, tenants: z.int() })),
  sellingTenants: z.int(),
  retention: z.number(),
});
export type Analytics = z.infer<typeof Analytics>;

/** Sales of tenants, and their subscriptions at the present price, in cedis. */
export const RevenueOverview = z.object({
  lifetime: z.array(CurrencyTotal),
  last30Days: z.array(CurrencyTotal),
  salesByMonth: z.array(MonthSums),
  subscriptions: z.object({
    currency: z.literal("GHS"),
    monthly: z.number(),
    byPlan: z.array(
      z.object({ plan: Plan, tenants: z.int(), price: z.number(), monthly: z.number() }),
    ),
    trialing: z.int(),
  }),
});
export type RevenueOverview = z.infer<typeof RevenueOverview>;

export const DatabaseReport = z.object({
  events: z.int(),
  tenants: z.int(),
  bytes: z.int(),
  tenantsBehind: z.int(),
  eventsBehind: z.int(),
  lagMs: z.int(),
  parked: z.int(),
  /** The last 14. */
  backups: z.array(Backup),
  rebuilds: z.array(z.object({ projection: z.string(), started_at: z.string() })),
  readModels: z.array(z.object({ name: z.string(), rows: z.int(), bytes: z.int() })),
});
export type DatabaseReport = z.infer<typeof DatabaseReport>;
