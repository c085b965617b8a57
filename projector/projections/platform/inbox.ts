import { isInPlatformLog, defineProjection } from "#projector/projections/projection.ts";
import { thingsTable } from "#projector/projections/table.ts";

const message = thingsTable(
  "rm_platform_inbox",
  { message_id: "uuid" },
  {
    subject: "text",
    first_name: "opened?",
    last_name: "opened?",
    email: "opened?",
    company: "opened?",
    message: "opened?",
    received_ms: "bigint",
  },
);

/** Messages from the contact form. Those of an erased person have empty texts. */
export const platformInbox = defineProjection("platform_inbox", message.table, {
  ContactMessageReceived: (event, open) => {
    const { data, occurredMs } = event;
    if (!isInPlatformLog(event)) return [];
    return [
      message.put(
        { message_id: data.messageId },
        {
          subject: data.subject,
          first_name: open(data.firstName),
          last_name: open(data.lastName),
          email: open(data.email),
          company: open(data.company),
          message: open(data.message),
          received_ms: occurredMs,
        },
      ),
    ];
  },
});
