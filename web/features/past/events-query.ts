import { infiniteQueryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Lineage } from "#kernel/contract/api/lineage.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";
import type { Opened } from "#web/state/past.ts";

export type FigureEvents = NonNullable<Opened["events"]>;

const LineagePage = success(Lineage);
const FIRST_PAGE = "";
const PAGE_SIZE = "200";

/** Oldest first, page by page. */
export function eventsQuery(ask: FigureEvents["ask"]) {
  const params = new URLSearchParams(ask);
  const { queryKey, at } = ofMoment(keys.lineage(params.toString()));
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === FIRST_PAGE ? {} : { cursor: pageParam };
      const query = new URLSearchParams({ ...ask, limit: PAGE_SIZE, ...cursor });
      const path = at(`/api/v1/audit/lineage?${query}`);
      return (await request(path, LineagePage, { signal })).data;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: 0,
  });
}
