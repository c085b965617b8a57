import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Today, TODAY_PATH } from "#kernel/contract/api/reports/today.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

const Answer = success(Today);

export const TODAY_TEXTS = {
  failed: "Failed to load today's takings",
  error: "Error loading today's takings",
};

/** "By this time" moves on, and so does the day, even if nothing is sold. */
const AGAIN_MS = 5 * 60_000;

export function todayQuery() {
  const { queryKey, at } = ofMoment(keys.dashboard.today);
  const kept = keptRequest(at(TODAY_PATH), Answer, ({ body }) => body.data);
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<Today> => kept.ask(signal),
      refetchInterval: AGAIN_MS,
      meta: { errorText: TODAY_TEXTS.error, keptPath: kept.path },
    }),
    kept,
  };
}
