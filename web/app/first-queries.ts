import { QueryObserver, type FetchQueryOptions, type QueryKey } from "@tanstack/react-query";

import { customersQuery } from "#web/api/customers.ts";
import { earlierQuery, type Kept } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { productsQuery } from "#web/api/products.ts";
import { isRefused } from "#web/api/request-error.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { dashboardQuery } from "#web/features/dashboard/dashboard-query.ts";
import { choiceOf, spanOfChoice } from "#web/format/days.ts";
import type { FirstQuery } from "#web/pages.ts";
import { nowMs } from "#web/state/past.ts";
import { session } from "#web/state/session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

import { queryClient } from "./query.ts";
// Loaded with every screen of a shop, beside the screen's own code.

const zone = () => session.get()?.tenant.timezone;

type Start = (params: URLSearchParams) => Promise<unknown>;

export const firstQueries: Readonly<Record<FirstQuery, Start>> = {
  dashboard: (params) => start(dashboardQuery(spanOfChoice(choiceOf(params), zone(), nowMs()))),
  products: () => start(productsQuery()),
  customers: () => start(customersQuery()),
  // Not part of what every screen loads: they are in the chunks of their screens.
  sales: async (params) => {
    const { firstSales } = await import("#web/features/sales/filters/sales-filter.ts");
    return start(firstSales(params, zone(), nowMs()));
  },
  reports: async (params) => {
    const { reportQuery, spanOf } = await import("#web/features/reports/report-query.ts");
    return start(reportQuery(spanOf(params, zone(), nowMs())));
  },
  settings: () => ask(settingsQuery()),
};

/** Observes, because the request of a page that is left would be cancelled with the page. */
function ask<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const { queryKey } = options;
  const observer = new QueryObserver(queryClient, { queryKey, enabled: false });
  return queryClient.prefetchQuery(options).finally(observer.subscribe(() => undefined));
}

/**
 * Asks the server, and reads from the device what it answered last time. Resolves with the first of
 * the two that there is to show.
 */
function start<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key> & { kept: Kept<Data> },
): Promise<unknown> {
  const asking = ask(options);
  if (queryClient.getQueryData(options.queryKey) !== undefined) return asking;
  const reading = queryClient.fetchQuery(earlierQuery(options.kept));
  return Promise.race([asking, reading.then((earlier) => (earlier === null ? asking : undefined))]);
}

// An answer of last time stays on screen when the server cannot be reached, which is said like a
// failed reload.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "error") return;
  const { keptPath, errorText } = event.query.meta ?? {};
  if (typeof keptPath !== "string" || typeof errorText !== "string") return;
  const earlier = queryClient.getQueryData(keys.kept(keptPath)) ?? null;
  const isShown = event.query.state.data === undefined && earlier !== null;
  if (isShown && !isRefused(event.action.error)) toasts.show("error", errorText);
});
