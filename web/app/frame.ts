import { customersQuery } from "#web/api/customers.ts";
import { productsQuery } from "#web/api/products.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { dashboardQuery } from "#web/features/dashboard/dashboard-query.ts";
import { reportQuery, spanOf } from "#web/features/reports/report-query.ts";
import { firstSales } from "#web/features/sales/sales-query.ts";
import { periodOf } from "#web/format/days.ts";
import type { FirstQuery } from "#web/pages.ts";
import { nowMs } from "#web/state/past.ts";
import { session } from "#web/state/session.ts";

import { queryClient } from "./query.ts";
import { AppShell } from "./shell/app-shell.tsx";

// Every screen of a shop needs these at once, so they are one chunk: the frame and the first queries.

export { AppShell };

type Start = (params: URLSearchParams) => Promise<unknown>;

export const firstQueries: Readonly<Record<FirstQuery, Start>> = {
  dashboard: (params) => queryClient.prefetchQuery(dashboardQuery(periodOf(params))),
  products: () => queryClient.prefetchQuery(productsQuery()),
  customers: () => queryClient.prefetchQuery(customersQuery()),
  sales: (params) =>
    queryClient.prefetchQuery(firstSales(params, session.get()?.tenant.timezone, nowMs())),
  reports: (params) => queryClient.prefetchQuery(reportQuery(spanOf(params))),
  settings: () => queryClient.prefetchQuery(settingsQuery()),
};
