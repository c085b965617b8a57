import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ActivityItem } from "#kernel/contract/api/platform/figures.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const ActivityAnswer = success(z.array(ActivityItem));

const ask = async (page: number, limit: number, signal: AbortSignal) => {
  const path = `/api/super-admin.php/activity?page=${page}&limit=${limit}`;
  return (await request(path, ActivityAnswer, { signal })).data;
};

export const recentActivityQuery = (limit: number) =>
  queryOptions({
    queryKey: keys.platform.activity(limit),
    queryFn: ({ signal }): Promise<readonly ActivityItem[]> => ask(1, limit, signal),
  });

const PAGE_SIZE = 50;

/** Newest first, paged. */
export const activityQuery = () =>
  infiniteQueryOptions({
    queryKey: keys.platform.allActivity,
    queryFn: ({ pageParam, signal }) => ask(pageParam, PAGE_SIZE, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length === PAGE_SIZE ? page + 1 : undefined),
  });
