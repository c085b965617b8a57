import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Analytics, RevenueOverview } from "#kernel/contract/api/platform/figures.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const AnalyticsAnswer = success(Analytics);
const RevenueAnswer = success(RevenueOverview);

export const analyticsQuery = () =>
  queryOptions({
    queryKey: keys.platform.analytics,
    queryFn: async ({ signal }): Promise<Analytics> =>
      (await request("/api/v1/platform/analytics", AnalyticsAnswer, { signal })).data,
  });

export const revenueQuery = () =>
  queryOptions({
    queryKey: keys.platform.revenue,
    queryFn: async ({ signal }): Promise<RevenueOverview> =>
      (await request("/api/v1/platform/revenue", RevenueAnswer, { signal })).data,
  });
