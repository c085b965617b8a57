import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { InboxMessage } from "#kernel/contract/api/platform-lists.ts";
import { keys } from "#web/api/keys.ts";
import { askPage } from "#web/api/platform-page.ts";

export const inboxQuery = (page: number) =>
  queryOptions({
    queryKey: keys.platform.inbox(page),
    queryFn: ({ signal }) =>
      askPage({ path: "/api/v1/platform/inbox", item: InboxMessage, page, signal }),
    placeholderData: keepPreviousData,
  });
