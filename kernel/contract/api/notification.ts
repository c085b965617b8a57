import * as z from "zod/mini";

import { EmailInput } from "#kernel/contract/api/auth.ts";
import { NotificationType } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";

const Ids = z
  .array(z.string().check(z.maxLength(200)))
  .check(z.maxLength(100, "At most 100 at a time"));

/** Selects some notifications by id, or all. */
export const ReadNotificationsRequest = z.union(
  [z.strictObject({ ids: Ids }), z.strictObject({ all: z.literal(true) })],
  "Send ids, or all",
);
export type ReadNotificationsRequest = z.infer<typeof ReadNotificationsRequest>;

export const NotificationItem = z.object({
  id: z.string(),
  timestamp: z.string(),
  read: z.boolean(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  icon: z.string(),
  action: z.nullable(z.string()),
});
export type NotificationItem = z.infer<typeof NotificationItem>;

/** Newest first. */
export const Notifications = z.object({
  notifications: z.array(NotificationItem),
  unread: z.int(),
});
export type Notifications = z.infer<typeof Notifications>;

/** An entry of the list of recent emails. */
export const MailItem = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  to_email: z.nullable(z.string()),
  sent_at: z.string(),
  status: z.enum(["pending", "success", "failed"]),
  error: z.nullable(z.string()),
});
export type MailItem = z.infer<typeof MailItem>;

export const MailLog = z.object({ notifications: z.array(MailItem) });
export type MailLog = z.infer<typeof MailLog>;

// The loose email rule accepts texts that a mail server reads as several addresses or as a header.
const ONE_ADDRESS = /^[^<>(),;:\\"[\]]+$/;
const ONE_LINE = /^[^\r\n]*$/;

/** Exactly one address to send to. */
const MailAddress = z.pipe(
  z
    .string(texts.mails.addressMissing)
    .check(
      z.minLength(1, texts.mails.addressMissing),
      z.regex(ONE_LINE, texts.registration.emailInvalid),
    ),
  EmailInput.check(z.regex(ONE_ADDRESS, texts.registration.emailInvalid)),
);

export const TestMailRequest = z.strictObject({ email: MailAddress });
/** `tenant_id` may be sent, as with every legacy GET. */
export const TestMailQuery = z.object({ email: MailAddress });

export const AlertsResult = z.object({
  success: z.literal(true),
  message: z.string(),
  alerts_sent: z.int(),
});

/** The action of a notification about a till that waits for approval. */
export const VIEW_TILLS = "View Tills";
export const ANSWER_APPROVAL = "Answer";
export const APPROVED_TITLE = "You approved this?";
