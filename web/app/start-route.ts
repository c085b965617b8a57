import { type FirstQuery, pageAt } from "#web/pages.ts";
import { loadScreen, loadShell } from "#web/screens.ts";
import { nowMs } from "#web/state/past.ts";
import { isSuperAdmin, session } from "#web/state/session.ts";

import { queryClient } from "./query.ts";

type Prefetch = (params: URLSearchParams) => Promise<void>;

/** Imported lazily, so that the sign-in page does not load queries it does not use. */
const firstQueries: Readonly<Record<FirstQuery, Prefetch>> = {
  dashboard: async (params) => {
    const { dashboardQuery } = await import("#web/features/dashboard/dashboard-query.ts");
    const { periodOf } = await import("#web/format/days.ts");
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
  sales: async (params) => {
    const { firstSales } = await import("#web/features/sales/sales-query.ts");
    const { timezone } = session.get()?.tenant ?? {};
    await queryClient.prefetchQuery(firstSales(params, timezone, nowMs()));
  },
  reports: async (params) => {
    const { reportQuery, spanOf } = await import("#web/features/reports/report-query.ts");
    await queryClient.prefetchQuery(reportQuery(spanOf(params)));
  },
  settings: async () => {
    const { settingsQuery } = await import("#web/api/settings.ts");
    await queryClient.prefetchQuery(settingsQuery());
  },
};

/**
 * Loads a page's code and data at the same time, when the app starts or when a menu link is
 * touched.
 */
export function startRoute(href: string): void {
  const { pathname, searchParams } = new URL(href, location.origin);
  const signedIn = session.get();
  const page = pageAt(pathname);
  if (signedIn === undefined || isSuperAdmin(signedIn) || page?.firstQuery === undefined) return;
  const prefetch = firstQueries[page.firstQuery];
  // A failure here is ignored: the page requests it again and shows the error.
  for (const load of [loadShell, () => loadScreen(page), () => prefetch(searchParams)]) {
    load().catch(() => undefined);
  }
}

/** Starts loading a page of the menu on pointer down, before the click. */
export function startTouchedLinks(): () => void {
  const start = ({ target }: PointerEvent) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("nav a[href]");
    if (link) startRoute(link.href);
  };
  document.addEventListener("pointerdown", start);
  return () => document.removeEventListener("pointerdown", start);
}
