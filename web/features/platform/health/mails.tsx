import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { MailItem } from "#kernel/contract/api/platform/lists.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { PLATFORM_PAGE, askPage } from "#web/api/platform-page.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { Chips } from "#web/ui/button/chips.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { PagedList, useServerPage } from "#web/ui/table/paged-list.tsx";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

import * as styles from "./health.css.ts";
import { MailTable } from "./mail-table.tsx";

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

const NOT_LOADED = "Failed to load mails";
const WAITING_ROWS = 6;

const NOTHING: Record<MailFilter, { title: string; hint: string }> = {
  failed: { title: "No failed emails", hint: "Emails the mail server refused appear here." },
  pending: { title: "No emails waiting", hint: "All have been sent or have failed." },
  success: { title: "No emails sent", hint: "Emails the mail server accepted appear here." },
  all: {
    title: "No emails yet",
    hint: "All emails of every shop and of the platform appear here.",
  },
};

/** All emails; failed ones first. */
export function Mails() {
  const { value: filter, choose } = useChoiceParam<MailFilter>("mails", [
    "failed",
    "pending",
    "success",
    "all",
  ]);
  const shown = useServerPage(filter);
  const mails = useScreenQuery(mailsQuery(filter, shown.page), {
    failed: NOT_LOADED,
    error: NOT_LOADED,
  });
  return (
    <div className={styles.stack}>
      <Chips<MailFilter>
        legend="Email status"
        value={filter}
        onChange={choose}
        chips={[
          { value: "failed", label: "Failed" },
          { value: "pending", label: "Waiting" },
          { value: "success", label: "Sent" },
          { value: "all", label: "All" },
        ]}
      />
      <PagedList
        list={mails}
        shown={shown}
        pageSize={PLATFORM_PAGE}
        again={texts.retry}
        waiting={<SkeletonRows rows={WAITING_ROWS} kind="lines" label="Loading mails..." />}
        none={<EmptyState icon="mail" {...NOTHING[filter]} />}
      >
        {(items) => <MailTable mails={items} />}
      </PagedList>
    </div>
  );
}
