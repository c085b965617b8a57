import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Dashboard } from "#kernel/contract/api/reports/dashboard.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { spanText, type Span } from "#web/format/days.ts";
import { ofMoment } from "#web/state/past.ts";

const DashboardAnswer = success(Dashboard);

export function dashboardQuery(span: Span) {
  const { queryKey, at } = ofMoment(keys.dashboard.of(spanText(span)));
  const path = at(`/api/dashboard.php?${spanText(span)}`);
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
