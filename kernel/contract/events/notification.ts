// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { NotificationType } from "#kernel/contract/choices.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import { because, type Sentences } from "#kernel/contract/events/sentences.ts";
import { MailId, NotificationId, UserId } from "#kernel/contract/ids.ts";

export const MailKind = z.enum([
  "test",
  "low-stock",
  "sales-report",
  "password-reset",
  "password-changed",
  "invitation",
  "trial-end",
  "account-deletion",
  "contact",
  "tax-threshold",
  "receipt",
]);
export type MailKind = z.infer<typeof MailKind>;

/** For one person. Title and message name products and amounts, never a customer. */
export const NotificationRaised = z.object({
  type: z.literal("NotificationRaised"),
  data: z.object({
    userId: UserId,
    notificationId: NotificationId,
    type: NotificationType,
    title: z.string(),
    message: z.string(),
    icon: z.string(),
    action: z.optional(z.string()),
  }),
});
export type NotificationRaised = z.infer<typeof NotificationRaised>;

export const NotificationRead = z.object({
  type: z.literal("NotificationRead"),
  data: z.object({ userId: UserId, notificationIds: z.array(NotificationId) }),
});
export type NotificationRead = z.infer<typeof NotificationRead>;

export const NotificationDismissed = z.object({
  type: z.literal("NotificationDismissed"),
  data: z.object({ userId: UserId, notificationId: NotificationId }),
});
export type NotificationDismissed = z.infer<typeof NotificationDismissed>;

export const NotificationsCleared = z.object({
  type: z.literal("NotificationsCleared"),
  data: z.object({ userId: UserId }),
});
export type NotificationsCleared = z.infer<typeof NotificationsCleared>;

export const MailRequested = z.object({
  type: z.literal("MailRequested"),
  data: z.object({ mailId: MailId, kind: MailKind, to: Sealed, subject: z.string() }),
});
export type MailRequested = z.infer<typeof MailRequested>;

/** The mail server took it. Until then no screen may say that it was sent. */
export const MailAccepted = z.object({
  type: z.literal("MailAccepted"),
  data: z.object({ mailId: MailId, providerId: z.string() }),
});
export type MailAccepted = z.infer<typeof MailAccepted>;

/** `final`: it is not tried again. */
export const MailFailed = z.object({
  type: z.literal("MailFailed"),
  data: z.object({ mailId: MailId, error: z.string(), final: z.boolean() }),
});
export type MailFailed = z.infer<typeof MailFailed>;

export const NotificationEvent = z.discriminatedUnion("type", [
  NotificationRaised,
  NotificationRead,
  NotificationDismissed,
  NotificationsCleared,
  MailRequested,
  MailAccepted,
  MailFailed,
]);
export type NotificationEvent = z.infer<typeof NotificationEvent>;

export const notificationSentences: Sentences<NotificationEvent> = {
  NotificationRaised: ({ data: { userId, type, message } }, { personOf }) =>
    `${ALERTS.has(type) ? "alerted" : "notified"} ${personOf(userId)}: ${message.replace(/\.$/, "")}`,
  NotificationRead: ({ data: { notificationIds } }) =>
    notificationIds.length === 1
      ? "read a notification"
      : `read ${notificationIds.length} notifications`,
  NotificationDismissed: () => "dismissed a notification",
  NotificationsCleared: () => "cleared their notifications",
  MailRequested: ({ data }) => `queued the email "${data.subject}"`,
  MailAccepted: () => "sent the email",
  MailFailed: ({ data: { error, final } }) =>
    `failed to send the email${final ? " and gave up" : ""}${because(error)}`,
};

const ALERTS: ReadonlySet<NotificationType> = new Set<NotificationType>(["warning", "error"]);
