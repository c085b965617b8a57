import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { Dashboard } from "#kernel/contract/api/dashboard.ts";
import type { PeriodDays } from "#kernel/contract/api/dashboard.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

const DashboardAnswer = success(Dashboard);

export function dashboardQuery(period: PeriodDays) {
  const { queryKey, at } = ofMoment(keys.dashboard.period(period));
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Dashboard> =>
      (await request(at(`/api/dashboard.php?period=${period}`), DashboardAnswer, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { errorText: texts.dashboard.error },
  });
}
