import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { type MailItem, MailLog } from "#kernel/contract/api/mail.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { StatusBadge, type Tone } from "#web/ui/feedback/status-badge.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { EmptyRow, Row, RowList } from "#web/ui/layout/panel.tsx";

const Answer = success(MailLog);
const LIMIT = "50";

/** The newest emails about the business; never cached. */
const mailLogQuery = () =>
  queryOptions({
    queryKey: keys.mailLog.all,
    queryFn: async ({ signal }): Promise<readonly MailItem[]> => {
      const path = `/api/notifications/logs?${new URLSearchParams({ limit: LIMIT })}`;
      return (await request(path, Answer, { signal })).data.notifications;
    },
    staleTime: 0,
  });

const SHOWN = 10;
const FAILED = { failed: "Failed to load the logs", error: "Error loading the logs" };

const STATUS: Record<MailItem["status"], { tone: Tone; word: string }> = {
  success: { tone: "well", word: "Sent" },
  pending: { tone: "waiting", word: "Pending" },
  failed: { tone: "wrong", word: "Failed" },
};

export function RecentMails() {
  const log = useScreenQuery(mailLogQuery(), FAILED);
  return (
    <FormSection
      title="Recent Notifications"
      kind="stack"
      hint="The 10 most recent emails about the business."
    >
      {log.status === "loading" && (
        <SkeletonRows rows={3} kind="list" label="Loading notifications..." />
      )}
      {log.status === "error" && <ErrorState problem={log} action={texts.tryAgain} />}
      {log.status === "ready" && (
        <>
          <Mails mails={log.data.slice(0, SHOWN)} />
          <Button icon="refresh" busy={log.refreshing} onClick={log.refresh}>
            Refresh Logs
          </Button>
        </>
      )}
    </FormSection>
  );
}

function Mails({ mails }: { mails: readonly MailItem[] }) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <RowList>
      {mails.length === 0 && <EmptyRow>{texts.notifications.none}</EmptyRow>}
      {mails.map((mail) => (
        <Row
          key={mail.id}
          title={mail.subject}
          sub={<time dateTime={mail.sent_at}>{shopTime(mail.sent_at, zone, now)}</time>}
          text={[mail.to_email, mail.error].filter((part) => part !== null).join(": ")}
          end={
            <StatusBadge tone={STATUS[mail.status].tone}>{STATUS[mail.status].word}</StatusBadge>
          }
        />
      ))}
    </RowList>
  );
}
