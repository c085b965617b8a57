import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { type Act, findNothing, openFirst, openMenu } from "./acts.ts";

const admin = { who: "admin" } as const;
const dashboard = { ...admin, heading: "Super Admin Dashboard" } as const;
const tenants = { ...admin, heading: "Tenant Management" } as const;

const openMore: Act = async (page) => {
  await page
    .getByRole("button", { name: /^More / })
    .first()
    .click();
  await page.getByRole("menu").waitFor();
};

const chooseMore =
  (name: string): Act =>
  async (page) => {
    await openMore(page);
    await page.getByRole("menuitem", { name }).click();
    await page.locator("[role=dialog], [role=alertdialog]").waitFor();
  };

/** The platform's screens. */
export const PLATFORM_SCREENS: readonly Screen[] = [
  {
    ...dashboard,
    name: "admin",
    path: "/app/super-admin",
    reads: "/api/super-admin.php",
    says: [
      "Total Tenants",
      "Total Revenue",
      "System Uptime",
      "Pending Actions",
      "System Health",
      "Manage Tenants",
      "System Settings",
      "Security Center",
      "Export Reports",
      "Top Performing Tenants",
      "Recent Activity",
      "Analytics Overview",
    ],
  },
  {
    ...dashboard,
    name: "admin-menu",
    path: "/app/super-admin",
    act: openMenu,
  },
  { ...dashboard, name: "admin-inbox", path: "/app/super-admin?tab=inbox" },
  { ...dashboard, name: "admin-activity", path: "/app/super-admin?tab=activity" },
  { ...dashboard, name: "admin-access-log", path: "/app/super-admin?tab=access" },
  {
    ...tenants,
    name: "admin-tenants",
    path: "/app/tenant-management",
    reads: "/api/super-admin.php/tenants",
    says: ["Adom Provisions, Osu", "Active", "Suspended", "Pending"],
  },
  { ...tenants, name: "admin-tenants-menu-path", path: "/app/tenants" },
  {
    ...admin,
    name: "admin-tenants-add",
    path: "/app/tenant-management?add=1",
    heading: /^Add/,
    says: ["Tenant Name", "Email", "Phone", "Address", "Plan", "Status"],
  },
  {
    ...tenants,
    name: "admin-tenants-edit",
    path: "/app/tenant-management",
    act: openFirst(/^Edit /),
  },
  {
    ...tenants,
    name: "admin-tenants-view",
    path: "/app/tenant-management",
    act: openFirst(/^View /),
  },
  {
    ...tenants,
    name: "admin-tenants-more",
    path: "/app/tenant-management",
    act: openMore,
  },
  {
    ...tenants,
    name: "admin-tenants-suspend",
    path: "/app/tenant-management",
    act: chooseMore("Suspend"),
  },
  {
    ...tenants,
    name: "admin-tenants-look-inside",
    path: "/app/tenant-management",
    act: chooseMore("View shop"),
  },
  {
    ...tenants,
    name: "admin-tenants-nothing-found",
    path: "/app/tenant-management",
    act: findNothing("No tenants found"),
  },
  {
    ...admin,
    name: "admin-analytics",
    path: "/app/analytics",
    heading: "System Analytics",
    reads: "/api/v1/platform/analytics",
  },
  {
    ...admin,
    name: "admin-health",
    path: "/app/health",
    heading: "System Health",
    reads: "/api/v1/platform/health",
  },
  { ...admin, name: "admin-mails", path: "/app/health?tab=mails", heading: "System Health" },
  {
    ...admin,
    name: "admin-revenue",
    path: "/app/revenue",
    heading: "Revenue Overview",
    reads: "/api/v1/platform/revenue",
  },
  {
    ...admin,
    name: "admin-database",
    path: "/app/database",
    heading: "Database Management",
    reads: "/api/v1/platform/database",
  },
  {
    ...admin,
    name: "admin-global-settings",
    path: "/app/global-settings",
    heading: "Global Settings",
    reads: "/api/v1/platform/settings",
  },
  {
    ...admin,
    name: "admin-account",
    path: "/app/account",
    heading: "Account",
    reads: "/api/v1/account",
    says: ["Profile", "Security"],
    lacks: ["Delete Account"],
  },
  {
    ...admin,
    name: "admin-account-security",
    path: "/app/account?tab=security",
    heading: "Account",
  },
];
