// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod";

import { MailKind, NotificationType } from "#kernel/contract/choices.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import { MailId, NotificationId, UserId } from "#kernel/contract/ids.ts";

/** For one person. The texts name products and sums, never a customer. */
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

/** The provider took it: only now may anybody be told that it was sent (R42). */
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
