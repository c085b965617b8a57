import * as z from "zod/mini";

import { NotificationType } from "#kernel/contract/choices.ts";

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

/** The action of a notification about a till that waits for approval. */
export const VIEW_TILLS = "View Tills";
export const VIEW_TAX = "View Tax Settings";
export const ANSWER_APPROVAL = "Answer";
export const APPROVED_TITLE = "You approved this?";
