import type {
  MailAccepted,
  MailFailed,
  MailRequested,
} from "#kernel/contract/events/notification.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import { isAboutItself, defineProjection } from "#projector/projections/projection.ts";
import { type Open, thingsTable, type RowChange } from "#projector/projections/table.ts";

const mailTable = (name: string) =>
  thingsTable(
    name,
    { mail_id: "uuid" },
    {
      kind: "text",
      to_email: "opened?",
      subject: "text",
      status: "text",
      error: "text?",
      requested_ms: "bigint",
      settled_ms: "bigint?",
    },
  );

/** A table of mails, and what became of each (R42). */
export function mailRows(name: string) {
  const { table, put, patch, erase } = mailTable(name);
  const handlers = {
    MailRequested: (
      { data, occurredMs }: Recorded<MailRequested>,
      open: Open,
    ): readonly RowChange[] => [
      put(
        { mail_id: data.mailId },
        {
          kind: data.kind,
          to_email: open(data.to),
          subject: data.subject,
          status: "pending",
          requested_ms: occurredMs,
        },
      ),
    ],
    MailAccepted: ({ data, occurredMs }: Recorded<MailAccepted>): readonly RowChange[] => [
      patch({ mail_id: data.mailId }, { status: "success", error: null, settled_ms: occurredMs }),
    ],
    MailFailed: ({ data, occurredMs }: Recorded<MailFailed>): readonly RowChange[] => [
      patch(
        { mail_id: data.mailId },
        { error: data.error, ...(data.final && { status: "failed", settled_ms: occurredMs }) },
      ),
    ],
  };
  return { table, handlers, erase };
}

const { table, handlers, erase } = mailRows("rm_mails");

/** The mails of a shop. */
export const mails = defineProjection("mails", table, {
  ...handlers,
  AccountDeleted: (event) => (isAboutItself(event) ? [erase()] : []),
});

const { table, handlers } = mailRows("rm_platform_mails");

/** Every mail that was asked for, in whichever shop's name. */
export const platformMails = defineProjection("platform_mails", table, handlers);
