import { productsQuery } from "#web/api/products.ts";
import { isSuperAdmin, session } from "#web/api/session.ts";
import { dashboardQuery, periodOf } from "#web/features/dashboard/dashboard-query.ts";
import { salesQuery } from "#web/features/sales/sales-query.ts";

import { links } from "./links.ts";
import { queryClient } from "./query.ts";

/** The code of each screen, and of the frame around them, a chunk of its own. */
export const screens = {
  login: () => import("#web/features/auth/login-screen.tsx"),
  register: () => import("#web/features/auth/register-screen.tsx"),
  superAdminLogin: () => import("#web/features/auth/super-admin-login-screen.tsx"),
  dashboard: () => import("#web/features/dashboard/dashboard-screen.tsx"),
  products: () => import("#web/features/products/products-screen.tsx"),
  sales: () => import("#web/features/sales/sales-screen.tsx"),
  shell: async () => ({ default: (await import("./app-shell.tsx")).AppShell }),
  superAdmin: () => import("#web/features/platform/super-admin-screen.tsx"),
};

const starts: Record<string, (params: URLSearchParams) => Promise<unknown>> = {
  [links.dashboard()]: (params) =>
    Promise.all([screens.dashboard(), queryClient.prefetchQuery(dashboardQuery(periodOf(params)))]),
  [links.products()]: () =>
    Promise.all([screens.products(), queryClient.prefetchQuery(productsQuery())]),
  [links.sales()]: () => Promise.all([screens.sales(), queryClient.prefetchQuery(salesQuery())]),
};

/** Begins with a page's code and its data side by side, when the app starts or a finger comes down on its link. */
export function startRoute(href: string): void {
  const { pathname, searchParams } = new URL(href, location.origin);
  const signedIn = session.get();
  if (signedIn === undefined || isSuperAdmin(signedIn)) return;
  void screens.shell().catch(() => undefined);
  // What fails here fails again where the page asks for it, and is told there.
  starts[pathname]?.(searchParams).catch(() => undefined);
}
