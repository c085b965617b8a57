import { WriteResult } from "#kernel/contract/api/envelope.ts";
import type { MailItem } from "#kernel/contract/api/platform/lists.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { ago, shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { Button } from "#web/ui/button/button.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Cell, CellTitle, Line, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

/** Resends a failed email. */
const useResendMail = () =>
  useCommand(
    ({ id, tenant_id }: Pick<MailItem, "id" | "tenant_id">, commandKey) =>
      request(`/api/v1/platform/mails/${encodeURIComponent(id)}/resend`, WriteResult, {
        method: "POST",
        json: { tenant_id },
        commandKey,
      }),
    [keys.platform.mails],
  );

const COLUMNS: readonly Column[] = [
  { name: "Mail", kind: "title" },
  { name: "State", kind: "lines", width: "38%" },
  { name: "Actions", kind: "actionsAbove" },
];

const STATES = {
  pending: { word: "Waiting", tone: "waiting" },
  success: { word: "Sent", tone: "well" },
  failed: { word: "Failed", tone: "wrong" },
} as const;

/** The platform's own emails belong to no tenant. */
const OWN = "Platform";

export function MailTable({ mails }: { mails: readonly MailItem[] }) {
  const now = useNow();
  return (
    <Table columns={COLUMNS}>
      {mails.map((mail) => {
        const { word, tone } = STATES[mail.status];
        return (
          <TableRow key={mail.id}>
            <Cell kind="title">
              <CellTitle>{mail.subject}</CellTitle>
              <Line>
                to {mail.to_email ?? (mail.kind === "receipt" ? "a customer" : "erased sender")}
              </Line>
              <Line>{mail.tenant_name ?? OWN}</Line>
            </Cell>
            <Cell kind="lines">
              <StatusBadge tone={tone}>{word}</StatusBadge>
              <Line>
                <time
                  dateTime={mail.requested_at}
                  title={shopTime(mail.requested_at, undefined, now)}
                >
                  {ago(Date.parse(mail.requested_at), now)}
                </time>
              </Line>
              {mail.error !== null && <Line>{mail.error}</Line>}
            </Cell>
            <Cell kind="actionsAbove">{mail.status === "failed" && <Resend mail={mail} />}</Cell>
          </TableRow>
        );
      })}
    </Table>
  );
}

function Resend({ mail }: { mail: MailItem }) {
  const resend = useResendMail();
  const again = () =>
    resend.mutate(mail, {
      onSuccess: () => toasts.show("success", "Resending the email"),
      onError: (error) => toasts.show("error", notSavedText(error)),
    });
  return (
    <Button tone="ghost" scale="compact" icon="refresh" busy={resend.isPending} onClick={again}>
      Resend
      <VisuallyHidden>
        {" "}
        {mail.subject} to {mail.to_email}
      </VisuallyHidden>
    </Button>
  );
}
