import type { Right } from "#kernel/contract/rights.ts";

import type { IconName } from "./ui/icon/icon.tsx";

/**
 * The audience of a page, which also decides its frame: visitors ("site"), people signing in
 * ("guest"), anyone with a link from an email ("open"), staff of a shop ("shop", or "till" without
 * a frame), super admins ("platform").
 */
type Area = "site" | "guest" | "open" | "shop" | "till" | "platform";

/** A query that can run before a screen's code has arrived; defined in `app/first-queries.ts`. */
export type FirstQuery = "dashboard" | "products" | "customers" | "sales" | "reports" | "settings";

/**
 * Requests that `first.js` sends before the app has loaded; a test keeps the two in step.
 */
export const FIRST_REQUESTS: Readonly<Partial<Record<FirstQuery, string>>> = {
  dashboard: "/api/dashboard.php?period=30",
  products: "/api/products.php",
  customers: "/api/customers.php",
  sales: "/api/sales.php?limit=50&page=1",
};

export type Page = Readonly<{
  path: string;
  /** A second path of the same screen. */
  also?: string;
  title: string;
  area: Area;
  /** Source file of the screen, relative to web/. It is loaded when the page is opened. */
  screen: string;
  /** Source file of a further module that the first view loads. */
  more?: string;
  /** The right that staff of a shop need. */
  right?: Right;
  /**
   * The menu entry. Entries appear in the order of this list; without a label the title is used.
   */
  menu?: Readonly<{ icon: IconName; label?: string }>;
  firstQuery?: FirstQuery;
  /**
   * True if the page can show a past moment. Audit pages cannot: the log is the same at any
   * moment.
   */
  hasPast?: true;
  /** On a phone its tools are below the title instead of beside it. */
  manyTools?: true;
}>;

/** Every page of the app, once. Routes, menus, titles, links, first requests and preloads follow from this list. */
export const pages = {
  home: {
    path: "/",
    title: "Point of sale for small shops",
    area: "site",
    screen: "features/marketing/home-screen.tsx",
  },
  features: {
    path: "/features",
    title: "Features",
    area: "site",
    screen: "features/marketing/features-screen.tsx",
  },
  pricing: {
    path: "/pricing",
    title: "Pricing",
    area: "site",
    screen: "features/marketing/pricing-screen.tsx",
  },
  about: {
    path: "/about",
    title: "About",
    area: "site",
    screen: "features/marketing/about-screen.tsx",
  },
  contact: {
    path: "/contact",
    title: "Contact",
    area: "site",
    screen: "features/marketing/contact-screen.tsx",
  },
  login: {
    path: "/auth/login",
    title: "Sign in",
    area: "guest",
    screen: "features/auth/login-screen.tsx",
  },
  register: {
    path: "/auth/register",
    title: "Create a business account",
    area: "guest",
    screen: "features/auth/register-screen.tsx",
  },
  forgotPassword: {
    path: "/auth/forgot-password",
    title: "Forgot password",
    area: "guest",
    screen: "features/auth/forgot-password-screen.tsx",
  },
  superAdminLogin: {
    path: "/auth/super-admin",
    title: "Super admin sign in",
    area: "guest",
    screen: "features/auth/super-admin-login-screen.tsx",
  },
  resetPassword: {
    path: "/auth/reset-password",
    title: "Set a new password",
    area: "open",
    screen: "features/auth/reset-password-screen.tsx",
  },
  acceptInvitation: {
    path: "/auth/accept-invitation",
    title: "Accept the invitation",
    area: "open",
    screen: "features/auth/accept-invitation-screen.tsx",
  },
  twoFactorSetup: {
    path: "/auth/two-factor-setup",
    title: "Set up two-factor",
    area: "open",
    screen: "app/two-factor-page.tsx",
  },
  sell: {
    path: "/app/sell",
    title: "Sell",
    area: "till",
    screen: "features/sell/sell-screen.tsx",
    right: "record-sale",
    menu: { icon: "basket" },
  },
  dashboard: {
    path: "/app/dashboard",
    title: "Dashboard",
    area: "shop",
    screen: "features/dashboard/dashboard-screen.tsx",
    right: "see-dashboard",
    menu: { icon: "dashboard" },
    firstQuery: "dashboard",
    hasPast: true,
  },
  products: {
    path: "/app/products",
    title: "Products",
    area: "shop",
    screen: "features/products/products-screen.tsx",
    right: "see-lists",
    menu: { icon: "package" },
    firstQuery: "products",
    hasPast: true,
  },
  sales: {
    path: "/app/sales",
    title: "Sales",
    area: "shop",
    screen: "features/sales/sales-screen.tsx",
    right: "see-lists",
    menu: { icon: "receipt" },
    firstQuery: "sales",
    hasPast: true,
  },
  inventory: {
    path: "/app/inventory",
    title: "Inventory",
    area: "shop",
    screen: "features/inventory/inventory-screen.tsx",
    right: "see-lists",
    menu: { icon: "boxes" },
    firstQuery: "products",
    hasPast: true,
  },
  customers: {
    path: "/app/customers",
    title: "Customers",
    area: "shop",
    screen: "features/customers/customers-screen.tsx",
    right: "see-lists",
    menu: { icon: "users" },
    firstQuery: "customers",
    hasPast: true,
  },
  attention: {
    path: "/app/attention",
    title: "Needs attention",
    area: "shop",
    screen: "features/attention/attention-screen.tsx",
    right: "resolve-issues",
    menu: { icon: "warning" },
  },
  offlineRules: {
    path: "/app/offline-rules",
    title: "Selling without a network",
    area: "shop",
    screen: "features/attention/offline-rules-screen.tsx",
    right: "see-lists",
  },
  reports: {
    path: "/app/reports",
    title: "Reports & Analytics",
    area: "shop",
    screen: "features/reports/reports-screen.tsx",
    right: "see-reports",
    menu: { icon: "chart", label: "Reports" },
    firstQuery: "reports",
    hasPast: true,
    manyTools: true,
  },
  audit: {
    path: "/app/audit",
    title: "Audit",
    area: "shop",
    screen: "features/audit/audit-screen.tsx",
    right: "see-audit",
    menu: { icon: "audit" },
    hasPast: true,
  },
  notifications: {
    path: "/app/notifications",
    also: "/app/notifications/settings",
    title: "Notifications",
    area: "shop",
    screen: "features/notifications/notifications-screen.tsx",
    right: "see-lists",
    menu: { icon: "bell" },
  },
  team: {
    path: "/app/team",
    title: "Team",
    area: "shop",
    screen: "features/team/team-screen.tsx",
    right: "manage-staff",
    menu: { icon: "userPlus" },
  },
  settings: {
    path: "/app/settings",
    title: "Settings",
    area: "shop",
    screen: "app/settings-page.tsx",
    more: "features/account/profile-tab.tsx",
    right: "see-settings",
    menu: { icon: "settings" },
    firstQuery: "settings",
  },
  superAdmin: {
    path: "/app/super-admin",
    title: "Super Admin Dashboard",
    area: "platform",
    screen: "features/platform/dashboard/super-admin-screen.tsx",
    menu: { icon: "dashboard" },
  },
  tenants: {
    path: "/app/tenant-management",
    also: "/app/tenants",
    title: "Tenant Management",
    area: "platform",
    screen: "features/platform/tenants/tenants-screen.tsx",
    menu: { icon: "store" },
  },
  analytics: {
    path: "/app/analytics",
    title: "System Analytics",
    area: "platform",
    screen: "features/platform/insight/analytics-screen.tsx",
    menu: { icon: "chart" },
  },
  health: {
    path: "/app/health",
    title: "System Health",
    area: "platform",
    screen: "features/platform/health/health-screen.tsx",
    menu: { icon: "activity" },
  },
  revenue: {
    path: "/app/revenue",
    title: "Revenue Overview",
    area: "platform",
    screen: "features/platform/insight/revenue-screen.tsx",
    menu: { icon: "coins" },
  },
  database: {
    path: "/app/database",
    title: "Database Management",
    area: "platform",
    screen: "features/platform/database/database-screen.tsx",
    menu: { icon: "database" },
  },
  globalSettings: {
    path: "/app/global-settings",
    title: "Global Settings",
    area: "platform",
    screen: "features/platform/settings/global-settings-screen.tsx",
    menu: { icon: "settings" },
  },
  account: {
    path: "/app/account",
    title: "Account",
    area: "platform",
    screen: "app/account-page.tsx",
    more: "features/account/profile-tab.tsx",
  },
} as const satisfies Record<string, Page>;

export const pageList: readonly Page[] = Object.values(pages);

const byPath = new Map(
  pageList.flatMap((page) => [page.path, page.also ?? page.path].map((path) => [path, page])),
);

/** The page at a path, which may end with a slash. */
export const pageAt = (path: string): Page | undefined =>
  byPath.get(path.replace(/\/+$/, "") || "/");
