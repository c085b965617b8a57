import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import {
  PlatformStats,
  SystemHealth,
  TenantPage,
  type TenantItem,
} from "#kernel/contract/api/platform/figures.ts";
import type { PeriodDays } from "#kernel/contract/api/reports/period.ts";
import type { TenantStatus } from "#kernel/contract/choices.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { currencyOf } from "#web/format/money.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const StatsAnswer = success(
  z.extend(PlatformStats, {
    // Our server always sends these. Optional, so that a missing figure does not break the screen.
    systemUptime: z.optional(z.number()),
    systemHealth: z.partial(SystemHealth),
  }),
);
export type Stats = z.infer<typeof StatsAnswer>["data"];

export const statsQuery = (period: PeriodDays) =>
  queryOptions({
    queryKey: keys.platform.stats(period),
    queryFn: async ({ signal }): Promise<Stats> =>
      (await request(`/api/super-admin.php?period=${period}`, StatsAnswer, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { errorText: texts.platform.dashboardFailed },
  });

export type Tenant = Omit<TenantItem, "revenue"> & { revenueMinor: number };

const toTenant = ({ revenue, ...rest }: TenantItem): Tenant => ({
  ...rest,
  revenueMinor: minorOf(revenue),
});

export type TenantsQuery = Readonly<{
  page?: number;
  limit: number;
  search?: string;
  status?: TenantStatus | undefined;
}>;

const TenantsAnswer = success(TenantPage);

/** The highest sales come first. The current page stays visible while the next one loads. */
export const tenantsQuery = ({ page = 1, limit, search = "", status }: TenantsQuery) => {
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  if (search !== "") query.set("search", search);
  if (status !== undefined) query.set("status", status);
  return queryOptions({
    queryKey: keys.platform.tenantPage(query.toString()),
    queryFn: async ({ signal }) => {
      const path = `/api/super-admin.php/tenants?${query}`;
      const { data } = await request(path, TenantsAnswer, { signal });
      return { tenants: data.tenants.map(toTenant), total: data.pagination.total };
    },
    placeholderData: keepPreviousData,
    meta: { errorText: texts.platform.tenantsFailed },
  });
};

type CurrencyTotal = Readonly<{ currency: string; total: number; orders: number }>;

/** Amounts by currency, cedis first. */
export const sumsOf = (sums: readonly CurrencyTotal[]) =>
  sums.map(({ currency, total, orders }) => ({
    currency: currencyOf(currency),
    minor: minorOf(total),
    orders,
  }));
