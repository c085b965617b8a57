import type {
  MailAccepted,
  MailFailed,
  MailRequested,
} from "#kernel/contract/events/notification.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import { defineProjection, isAboutOwnTenant } from "#projector/projections/projection.ts";
import { type Open, type RowChange, thingsTable } from "#projector/projections/table.ts";

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

const handlersFor = ({ put, patch }: ReturnType<typeof mailTable>) => ({
  MailRequested: (
    { data, occurredMs }: Applied<MailRequested>,
    open: Open,
  ): readonly RowChange[] => [
    put(
      { mail_id: data.mailId },
      {
        kind: data.kind,
        // A customer's address is in the sealed event only: no list shows it, and none has to forget it.
        to_email: data.kind === "receipt" ? null : open(data.to),
        subject: data.subject,
        status: "pending",
        requested_ms: occurredMs,
      },
    ),
  ],
  MailAccepted: ({ data, occurredMs }: Applied<MailAccepted>): readonly RowChange[] => [
    patch({ mail_id: data.mailId }, { status: "success", error: null, settled_ms: occurredMs }),
  ],
  MailFailed: ({ data, occurredMs }: Applied<MailFailed>): readonly RowChange[] => [
    patch(
      { mail_id: data.mailId },
      { error: data.error, ...(data.final && { status: "failed", settled_ms: occurredMs }) },
    ),
  ],
});

const mail = mailTable("rm_mails");

export const mails = defineProjection("mails", mail.table, {
  ...handlersFor(mail),
  AccountDeleted: (event) => (isAboutOwnTenant(event) ? [mail.erase()] : []),
});

const platformMail = mailTable("rm_platform_mails");

/** The emails of all tenants, for super admins. */
export const platformMails = defineProjection(
  "platform_mails",
  platformMail.table,
  handlersFor(platformMail),
);
