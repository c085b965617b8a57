import { can } from "#kernel/contract/rights.ts";

import { pages } from "./pages.ts";

/** Addresses of the app. */
export const links = {
  login: (returnTo?: string): string =>
    returnTo === undefined
      ? pages.login.path
      : `${pages.login.path}?${new URLSearchParams({ returnTo })}`,
  register: () => pages.register.path,
  forgotPassword: () => pages.forgotPassword.path,
  twoFactorSetup: () => pages.twoFactorSetup.path,
  dashboard: () => pages.dashboard.path,
  products: () => pages.products.path,
  addProduct: () => `${pages.products.path}?add=1`,
  sales: () => pages.sales.path,
  sale: (id: string) => `${pages.sales.path}?${new URLSearchParams({ sale: id })}`,
  sell: () => pages.sell.path,
  inventory: () => pages.inventory.path,
  adjustStock: (product: string) =>
    `${pages.inventory.path}?${new URLSearchParams({ adjust: product })}`,
  stockMovements: (product: string) =>
    `${pages.inventory.path}?${new URLSearchParams({ moves: product })}`,
  customers: () => pages.customers.path,
  attention: () => pages.attention.path,
  offlineRules: () => pages.offlineRules.path,
  reports: () => pages.reports.path,
  audit: () => pages.audit.path,
  settings: () => pages.settings.path,
  team: () => pages.team.path,
  notifications: () => pages.notifications.path,
  superAdmin: () => pages.superAdmin.path,
  tenants: () => pages.tenants.path,
  chooseTenant: () => `${pages.tenants.path}?choose=1`,
  health: () => pages.health.path,
  globalSettings: () => pages.globalSettings.path,
  account: () => pages.account.path,
  home: () => pages.home.path,
  features: () => pages.features.path,
  pricing: () => pages.pricing.path,
  about: () => pages.about.path,
  contact: () => pages.contact.path,
} as const;

/** The page where a role works: cashiers sell, stock keepers count, others look at the figures. */
export function landingPath(role: string): string {
  if (role === "super_admin") return links.superAdmin();
  if (can(role, "see-reports")) return links.dashboard();
  return can(role, "record-sale") ? links.sell() : links.inventory();
}

/** Accepts only paths of the app, never an address outside it. */
export const safeReturn = (path: string | null | undefined): string | undefined =>
  path?.startsWith("/app/") === true && !path.includes("\\") ? path : undefined;
