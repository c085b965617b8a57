import { useState } from "react";
import type { ReactNode } from "react";

import type { MailItem } from "#kernel/contract/api/platform-lists.ts";
import { texts } from "#kernel/contract/texts.ts";
import { PLATFORM_PAGE } from "#web/api/platform-page.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { Chips } from "#web/ui/chips.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { useChoiceParam } from "#web/ui/use-choice-param.ts";

import * as styles from "./health.css.ts";
import { MailTable } from "./mail-table.tsx";
import { mailsQuery } from "./mails-query.ts";
import type { MailFilter } from "./mails-query.ts";

const NOT_LOADED = "Failed to load mails";
const WAITING_ROWS = 6;

const NOTHING: Record<MailFilter, { title: string; hint: string }> = {
  failed: { title: "No failed mails", hint: "What the mail server did not take stands here." },
  pending: { title: "No mails on their way", hint: "All have been sent, or have failed." },
  success: { title: "No mails sent", hint: "What the mail server took stands here." },
  all: { title: "No mails yet", hint: "Every mail of every shop and of the platform stands here." },
};

/** Every mail; what failed comes first to hand. */
export function Mails() {
  const { value: filter, choose } = useChoiceParam<MailFilter>("mails", [
    "failed",
    "pending",
    "success",
    "all",
  ]);
  const [turned, setTurned] = useState({ filter, page: 1 });
  const page = turned.filter === filter ? turned.page : 1;
  const mails = useScreenQuery(mailsQuery(filter, page), { failed: NOT_LOADED, error: NOT_LOADED });
  return (
    <div className={styles.stack}>
      <Chips<MailFilter>
        legend="State of the mails"
        value={filter}
        onChange={choose}
        chips={[
          { value: "failed", label: "Failed" },
          { value: "pending", label: "On their way" },
          { value: "success", label: "Sent" },
          { value: "all", label: "All" },
        ]}
      />
      {mails.status === "loading" && (
        <SkeletonRows rows={WAITING_ROWS} kind="lines" label="Loading mails..." />
      )}
      {mails.status === "error" && <ErrorState problem={mails} action={texts.retry} />}
      {mails.status === "ready" && (
        <List
          mails={mails.data.items}
          filter={filter}
          pager={
            <Pager
              page={page - 1}
              pageSize={PLATFORM_PAGE}
              count={mails.data.total}
              onPage={(next) => setTurned({ filter, page: next + 1 })}
            />
          }
        />
      )}
    </div>
  );
}

type ListProps = { mails: readonly MailItem[]; filter: MailFilter; pager: ReactNode };

function List({ mails, filter, pager }: ListProps) {
  if (mails.length === 0) return <EmptyState icon="mail" {...NOTHING[filter]} />;
  return (
    <Panel>
      <MailTable mails={mails} />
      {pager}
    </Panel>
  );
}
