import { can } from "#kernel/contract/rights.ts";

/** Addresses of the app. */
export const links = {
  login: (returnTo?: string): string =>
    returnTo === undefined ? "/auth/login" : `/auth/login?${new URLSearchParams({ returnTo })}`,
  register: () => "/auth/register",
  forgotPassword: () => "/auth/forgot-password",
  twoFactorSetup: () => "/auth/two-factor-setup",
  superAdminLogin: () => "/auth/super-admin",
  dashboard: () => "/app/dashboard",
  products: () => "/app/products",
  addProduct: () => "/app/products?add=1",
  sales: () => "/app/sales",
  sale: (id: string) => `/app/sales?${new URLSearchParams({ sale: id })}`,
  newSale: () => "/app/sales?new=1",
  sell: () => "/app/sell",
  inventory: () => "/app/inventory",
  customers: () => "/app/customers",
  addCustomer: () => "/app/customers?add=1",
  reports: () => "/app/reports",
  audit: () => "/app/audit",
  auditEvents: (narrowed: Readonly<Record<string, string>>) =>
    `/app/audit?${new URLSearchParams(narrowed)}`,
  /** The shop as it was behind an event. */
  dashboardAsOf: (seq: number) => `/app/dashboard?as_of=${seq}`,
  auditEvent: (seq: number) => `/app/audit?event=${seq}`,
  auditStory: (kind: string, id: string) =>
    `/app/audit?${new URLSearchParams({ story: `${kind}:${id}` })}`,
  notifications: () => "/app/notifications",
  settings: () => "/app/settings",
  superAdmin: () => "/app/super-admin",
  platformInbox: () => "/app/super-admin?tab=inbox",
  platformActivity: () => "/app/super-admin?tab=activity",
  platformAccessLog: () => "/app/super-admin?tab=access",
  platformMails: () => "/app/health?tab=mails",
  tenants: () => "/app/tenant-management",
  chooseTenant: () => "/app/tenant-management?choose=1",
  analytics: () => "/app/analytics",
  health: () => "/app/health",
  revenue: () => "/app/revenue",
  database: () => "/app/database",
  globalSettings: () => "/app/global-settings",
  account: () => "/app/account",
  home: () => "/",
  features: () => "/features",
  pricing: () => "/pricing",
  about: () => "/about",
  contact: () => "/contact",
} as const;

/** The first entry of the menu a role has. */
export function landingPath(role: string): string {
  if (role === "super_admin") return links.superAdmin();
  return can(role, "see-dashboard") ? links.dashboard() : links.products();
}

/** Only a page of the app itself may be returned to: an address from outside is not followed. */
export const safeReturn = (path: string | null | undefined): string | undefined =>
  path?.startsWith("/app/") === true && !path.includes("\\") ? path : undefined;
