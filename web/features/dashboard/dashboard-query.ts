import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { Dashboard } from "#kernel/contract/api/dashboard.ts";
import type { PeriodDays } from "#kernel/contract/api/dashboard.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

const DashboardAnswer = success(Dashboard);

export function dashboardQuery(period: PeriodDays) {
  const { queryKey, at } = ofMoment(keys.dashboard.period(period));
  const path = at(`/api/dashboard.php?period=${period}`);
  const kept = keptRequest(path, DashboardAnswer, ({ body }) => body.data);
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<Dashboard> => kept.ask(signal),
      placeholderData: keepPreviousData,
      meta: { errorText: texts.dashboard.error, keptPath: kept.path },
    }),
    kept,
  };
}
