import type {
  ActivityItem,
  PlatformStats,
  TenantItem,
} from "#kernel/contract/api/platform/figures.ts";
import type { AccessLogLine, InboxMessage } from "#kernel/contract/api/platform/lists.ts";

import { succeeds } from "./fake-server.ts";

export const gauges = { cpu: 34, memory: 61, disk: 83, network: 100, database: 99.95, api: 98.2 };

export const stats = (part: Partial<PlatformStats> = {}): PlatformStats => ({
  totalTenants: 148,
  activeTenants: 131,
  monthlyGrowth: 6.9,
  totalRevenue: 6_284_910.75,
  revenues: [{ currency: "GHS", total: 6_284_910.75, orders: 41_208 }],
  systemUptime: 99.96,
  pendingApprovals: 3,
  criticalIssues: 2,
  systemHealth: gauges,
  overview: {
    period: "30",
    revenues: [{ currency: "GHS", total: 76_400, orders: 2_000 }],
    sellingTenants: 97,
    trialsEnding: 9,
  },
  ...part,
});

const tenant = (part: Partial<TenantItem> & { id: string; name: string }): TenantItem => ({
  email: `${part.id}@shop.example`,
  phone: null,
  address: null,
  plan: "basic",
  status: "active",
  users: 6,
  revenue: 482_310,
  growth: 12.4,
  last_login: "2020-01-01T08:00:00Z",
  currency: "GHS",
  revenues: [{ currency: "GHS", total: 482_310, orders: 5_120 }],
  trial_until: null,
  created_at: "2020-01-01T08:00:00Z",
  ...part,
});

export const adom = tenant({
  id: "t-adom",
  name: "Adom Provisions",
  email: "akosua@adom.example",
  address: "Osu, Accra",
});
export const coffee = tenant({
  id: "t-coffee",
  name: "Cape Coast Coffee",
  email: "esi@coffee.example",
  status: "pending",
  plan: "premium",
  users: 0,
  revenue: 0,
  revenues: [],
  last_login: null,
});
export const hardware = tenant({
  id: "t-hardware",
  name: "Tamale Hardware",
  email: "baba@hardware.example",
  status: "suspended",
  growth: -3.2,
});

export const tenantPage = (tenants: readonly TenantItem[], total = tenants.length) =>
  succeeds({ tenants, pagination: { page: 1, limit: 50, total, pages: Math.ceil(total / 50) } });

export const pageOf = (items: readonly unknown[], total = items.length) =>
  succeeds({ items, pagination: { page: 1, limit: 20, total, pages: Math.ceil(total / 20) } });

export const activity = (part: Partial<ActivityItem> & { id: string }): ActivityItem => ({
  type: "tenant_created",
  status: "success",
  message: "Cape Coast Coffee registered",
  time: new Date().toISOString(),
  tenant_id: null,
  actor_id: "user-super_admin",
  ...part,
});

export const message: InboxMessage = {
  id: "m-1",
  subject: "billing",
  first_name: "Yaw",
  last_name: "Darko",
  email: "yaw@darko.example",
  company: "Darko Ventures",
  message: "How is the yearly plan paid?",
  received_at: "2026-11-20T09:15:00Z",
};

export const look: AccessLogLine = {
  id: "l-1",
  at: "2026-11-20T09:15:00Z",
  action: "sign-in",
  result: "wrong-password",
  target: null,
  actor_id: null,
  ip_prefix: "102.176.0.0/16",
  tenant_id: "t-adom",
  tenant_name: "Adom Provisions",
};
