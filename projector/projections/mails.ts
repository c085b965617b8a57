import { isAboutItself } from "./about-itself.ts";
import { defineProjection } from "./projection.ts";
import { thingsTable } from "./table.ts";

const mail = thingsTable(
  "rm_mails",
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

/** The mails of a shop, and what became of each (R42). */
export const mails = defineProjection("mails", mail.table, {
  MailRequested: ({ data, occurredMs }, open) => [
    mail.put(
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
  MailAccepted: ({ data, occurredMs }) => [
    mail.patch(
      { mail_id: data.mailId },
      { status: "success", error: null, settled_ms: occurredMs },
    ),
  ],
  MailFailed: ({ data, occurredMs }) => [
    mail.patch(
      { mail_id: data.mailId },
      {
        error: data.error,
        ...(data.final && { status: "failed", settled_ms: occurredMs }),
      },
    ),
  ],
  AccountDeleted: (event) => (isAboutItself(event) ? [mail.erase()] : []),
});
