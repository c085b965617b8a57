import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { InboxMessage } from "#kernel/contract/api/platform/lists.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { PLATFORM_PAGE, askPage } from "#web/api/platform-page.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { subjectText } from "#web/format/contact-subjects.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";
import { PagedList, useServerPage } from "#web/ui/table/paged-list.tsx";
import { Cell, Line, Table, TableRow, TitleButton, type Column } from "#web/ui/table/table.tsx";

import { writerOf, MessageDialog } from "./message-dialog.tsx";

export const inboxQuery = (page: number) =>
  queryOptions({
    queryKey: keys.platform.inbox(page),
    queryFn: ({ signal }) =>
      askPage({ path: "/api/v1/platform/inbox", item: InboxMessage, page, signal }),
    placeholderData: keepPreviousData,
  });

const COLUMNS: readonly Column[] = [
  { name: "From", kind: "title", width: "26%" },
  { name: "Message", kind: "lines" },
  { name: "Received", kind: "moneyLast", width: "120px" },
];

const EXCERPT = 140;
const NOT_LOADED = "Failed to load the inbox";

/** Messages of the contact form. */
export function Inbox() {
  const shown = useServerPage();
  const inbox = useScreenQuery(inboxQuery(shown.page), { failed: NOT_LOADED, error: NOT_LOADED });
  const opened = useModalParam("message");
  const messages = inbox.status === "ready" ? inbox.data.items : [];
  return (
    <>
      <PagedList
        list={inbox}
        shown={shown}
        pageSize={PLATFORM_PAGE}
        again={texts.retry}
        waiting={<SkeletonRows rows={6} kind="lines" label="Loading messages..." />}
        none={
          <EmptyState
            icon="inbox"
            title="No messages"
            hint="Messages from the contact page appear here."
          />
        }
      >
        {(items) => <Messages messages={items} onOpen={opened.open} />}
      </PagedList>
      <MessageDialog
        message={messages.find(({ id }) => id === opened.value)}
        onClose={opened.close}
      />
    </>
  );
}

type MessagesProps = { messages: readonly InboxMessage[]; onOpen: (id: string) => void };

function Messages({ messages, onOpen }: MessagesProps) {
  const now = useNow();
  return (
    <Table columns={COLUMNS}>
      {messages.map((message) => (
        <TableRow key={message.id}>
          <Cell kind="title">
            <TitleButton onClick={() => onOpen(message.id)}>{writerOf(message)}</TitleButton>
            {message.company !== null && <Line>{message.company}</Line>}
          </Cell>
          <Cell kind="lines">
            <Line>{subjectText(message.subject)}</Line>
            <Line>{excerptOf(message)}</Line>
          </Cell>
          <Cell kind="moneyLast">
            <Line>
              <time dateTime={message.received_at}>
                {ago(Date.parse(message.received_at), now)}
              </time>
            </Line>
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

/** Erasing a sender also erases the message text. */
function excerptOf({ message }: InboxMessage): string {
  if (message === null) return "Deleted";
  return message.length <= EXCERPT ? message : `${message.slice(0, EXCERPT).trimEnd()}…`;
}
