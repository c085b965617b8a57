import { links } from "#web/links.ts";
import { nowMs } from "#web/state/past.ts";
import { isSuperAdmin, session } from "#web/state/session.ts";

import { platformScreens } from "./load-platform.ts";
import { queryClient } from "./query.ts";

/** The code of each screen, and of the frame around them, a chunk of its own. */
export const screens = {
  site: async () => ({
    default: (await import("#web/features/marketing/site-frame.tsx")).SiteFrame,
  }),
  home: () => import("#web/features/marketing/home-screen.tsx"),
  features: () => import("#web/features/marketing/features-screen.tsx"),
  pricing: () => import("#web/features/marketing/pricing-screen.tsx"),
  about: () => import("#web/features/marketing/about-screen.tsx"),
  contact: () => import("#web/features/marketing/contact-screen.tsx"),
  login: () => import("#web/features/auth/login-screen.tsx"),
  register: () => import("#web/features/auth/register-screen.tsx"),
  forgotPassword: () => import("#web/features/auth/forgot-password-screen.tsx"),
  resetPassword: () => import("#web/features/auth/reset-password-screen.tsx"),
  acceptInvitation: () => import("#web/features/auth/accept-invitation-screen.tsx"),
  twoFactorSetup: async () => ({
    default: (await import("./two-factor-page.tsx")).TwoFactorPage,
  }),
  superAdminLogin: () => import("#web/features/auth/super-admin-login-screen.tsx"),
  dashboard: () => import("#web/features/dashboard/dashboard-screen.tsx"),
  products: () => import("#web/features/products/products-screen.tsx"),
  inventory: () => import("#web/features/inventory/inventory-screen.tsx"),
  customers: () => import("#web/features/customers/customers-screen.tsx"),
  sales: () => import("#web/features/sales/sales-screen.tsx"),
  sell: () => import("#web/features/sell/sell-screen.tsx"),
  reports: () => import("#web/features/reports/reports-screen.tsx"),
  audit: () => import("#web/features/audit/audit-screen.tsx"),
  settings: async () => ({ default: (await import("./settings-page.tsx")).SettingsPage }),
  notificationSettings: () =>
    import("#web/features/notification-settings/notification-settings-screen.tsx"),
  noRight: async () => ({ default: (await import("./no-right.tsx")).NoRight }),
  shell: async () => ({ default: (await import("./shell/app-shell.tsx")).AppShell }),
  ...platformScreens,
};

/** What a screen asks first. Loaded apart, so that the sign-in carries no list it does not show. */
const ask = {
  dashboard: async (params: URLSearchParams) => {
    const { dashboardQuery } = await import("#web/features/dashboard/dashboard-query.ts");
    const { periodOf } = await import("#web/format/periods.ts");
    await queryClient.prefetchQuery(dashboardQuery(periodOf(params)));
  },
  products: async () => {
    const { productsQuery } = await import("#web/api/products.ts");
    await queryClient.prefetchQuery(productsQuery());
  },
  customers: async () => {
    const { customersQuery } = await import("#web/api/customers.ts");
    await queryClient.prefetchQuery(customersQuery());
  },
  sales: async (params: URLSearchParams) => {
    const { firstSales } = await import("#web/features/sales/sales-query.ts");
    const { timezone } = session.get()?.tenant ?? {};
    await queryClient.prefetchQuery(firstSales(params, timezone, nowMs()));
  },
  reports: async (params: URLSearchParams) => {
    const { reportQuery, spanOf } = await import("#web/features/reports/report-query.ts");
    await queryClient.prefetchQuery(reportQuery(spanOf(params)));
  },
  settings: async () => {
    const { settingsQuery } = await import("#web/api/settings.ts");
    await queryClient.prefetchQuery(settingsQuery());
  },
};

type Start = {
  code: () => Promise<unknown>;
  ask: (params: URLSearchParams) => Promise<void>;
};

const starts: Record<string, Start> = {
  [links.dashboard()]: { code: screens.dashboard, ask: ask.dashboard },
  [links.products()]: { code: screens.products, ask: ask.products },
  [links.inventory()]: { code: screens.inventory, ask: ask.products },
  [links.customers()]: { code: screens.customers, ask: ask.customers },
  [links.sales()]: { code: screens.sales, ask: ask.sales },
  [links.sell()]: { code: screens.sell, ask: ask.products },
  [links.reports()]: { code: screens.reports, ask: ask.reports },
  [links.notifications()]: { code: screens.notificationSettings, ask: ask.settings },
  [links.settings()]: { code: screens.settings, ask: ask.settings },
};

/** Begins with a page's code and its data side by side, when the app starts or a finger comes down on its link. */
export function startRoute(href: string): void {
  const { pathname, searchParams } = new URL(href, location.origin);
  const signedIn = session.get();
  const start = starts[pathname];
  if (signedIn === undefined || isSuperAdmin(signedIn) || start === undefined) return;
  // What fails here fails again where the page asks for it, and is told there.
  for (const begin of [screens.shell, start.code, () => start.ask(searchParams)]) {
    begin().catch(() => undefined);
  }
}
