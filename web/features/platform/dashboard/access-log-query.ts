import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { AccessLogLine } from "#kernel/contract/api/platform-lists.ts";
import { keys } from "#web/api/keys.ts";
import { askPage } from "#web/api/platform-page.ts";

/** Reading it is a look itself, so it begins with one's own. */
export const accessLogQuery = (page: number) =>
  queryOptions({
    queryKey: keys.platform.accessLog(page),
    queryFn: ({ signal }) =>
      askPage({ path: "/api/v1/platform/access-log", item: AccessLogLine, page, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
