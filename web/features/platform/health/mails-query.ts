import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { MailItem } from "#kernel/contract/api/platform-lists.ts";
import { keys } from "#web/api/keys.ts";
import { askPage } from "#web/api/platform-page.ts";

export type MailFilter = "failed" | "pending" | "success" | "all";

export const mailsQuery = (filter: MailFilter, page: number) =>
  queryOptions({
    queryKey: keys.platform.mailPage(`${filter} ${page}`),
    queryFn: ({ signal }) =>
      askPage({
        path: "/api/v1/platform/mails",
        item: MailItem,
        page,
        status: filter === "all" ? undefined : filter,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
