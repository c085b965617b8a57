import type {
  Analytics,
  Backup,
  DatabaseReport,
  HealthReport,
  RevenueOverview,
} from "#kernel/contract/api/platform/figures.ts";
import type { MailItem, ParkedProjection } from "#kernel/contract/api/platform/lists.ts";
import type { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";

import { gauges } from "./platform.ts";

export const backup: Backup = {
  id: "backup-1",
  taken_at: "2026-11-20T03:15:00Z",
  bytes: 4_200_000,
  events: 12_345,
  tenants: 12,
  tested_at: "2026-11-20T03:16:00Z",
  test_ok: true,
  test_error: null,
};

export const health = (part: Partial<HealthReport> = {}): HealthReport => ({
  gauges,
  meaning: {
    cpu: "% of the processors in use",
    memory: "% of the memory in use",
    disk: "% of the disk in use",
    network: "% of connections that could be made",
    database: "% of questions that were answered",
    api: "% of requests that did not fail",
  },
  uptime: 99.96,
  dependencies: [
    {
      name: "api",
      is_up: true,
      since: "2026-11-20T09:15:00Z",
      checked_at: "2026-11-20T09:15:00Z",
    },
    {
      name: "kafka:9092",
      is_up: false,
      since: "2026-11-20T09:15:00Z",
      checked_at: "2026-11-20T09:15:00Z",
    },
  ],
  alerts: [
    {
      id: "projector-lag",
      kind: "projector-lag",
      message: "Read models of 2 businesses are behind",
      raised_at: "2026-11-20T09:15:00Z",
    },
  ],
  backup,
  restore_test: backup,
  ...part,
});

export const failedMail: MailItem = {
  id: "mail-1",
  tenant_id: "t-adom",
  tenant_name: "Adom Provisions",
  kind: "invitation",
  to_email: "ama@adom.example",
  subject: "You are invited",
  status: "failed",
  error: "550 no such mailbox",
  requested_at: "2026-11-20T09:15:00Z",
  settled_at: "2026-11-20T09:16:00Z",
};

export const parked: ParkedProjection = {
  tenant_id: "t-adom",
  tenant_name: "Adom Provisions",
  projection: "sales",
  seq: 1_204,
  event_type: "SaleRecorded",
  error: "total is not a number",
  parked_at: "2026-11-20T09:15:00Z",
};

export const database = (part: Partial<DatabaseReport> = {}): DatabaseReport => ({
  events: 1_250_000,
  tenants: 148,
  bytes: 4_200_000_000,
  tenantsBehind: 0,
  eventsBehind: 0,
  lagMs: 0,
  parked: 0,
  backups: [backup],
  rebuilds: [],
  readModels: [{ name: "rm_daily_totals", rows: 54_020, bytes: 12_300_000 }],
  ...part,
});

const month = (index: number): string => {
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1);
  return new Date(first).toISOString().slice(0, 10);
};

export const analytics = (part: Partial<Analytics> = {}): Analytics => ({
  tenantsByMonth: Array.from({ length: 12 }, (_, index) => ({
    month: month(index),
    added: 12 - index,
    total: 148 - index * 10,
  })),
  salesByMonth: [
    { month: month(0), currency: "GHS", total: 1_204.5 },
    { month: month(0), currency: "USD", total: 99 },
  ],
  byPlan: [
    { plan: "basic", tenants: 100 },
    { plan: "premium", tenants: 48 },
  ],
  byStatus: [
    { status: "active", tenants: 131 },
    { status: "pending", tenants: 17 },
  ],
  sellingTenants: 97,
  retention: 88.4,
  ...part,
});

export const revenue = (): RevenueOverview => ({
  lifetime: [
    { currency: "GHS", total: 6_284_910.75, orders: 41_208 },
    { currency: "USD", total: 1_200, orders: 12 },
  ],
  last30Days: [{ currency: "GHS", total: 76_400, orders: 2_000 }],
  salesByMonth: [{ month: month(0), currency: "GHS", total: 1_204.5 }],
  subscriptions: {
    currency: "GHS",
    monthly: 5_100,
    byPlan: [
      { plan: "premium", tenants: 48, price: 50, monthly: 2_400 },
      { plan: "enterprise", tenants: 18, price: 150, monthly: 2_700 },
    ],
    trialing: 41,
  },
});

export const settings = (part: Partial<PlatformSettings> = {}): PlatformSettings => ({
  premium_price: 50,
  enterprise_price: 150,
  trial_days: 14,
  maintenance_banner: null,
  version: 3,
  ...part,
});
