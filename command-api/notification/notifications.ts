import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type {
  NotificationDismissed,
  NotificationRaised,
  NotificationRead,
  NotificationsCleared,
} from "#kernel/contract/events/notification.ts";
import { NotificationId, type UserId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";

export type Notice = Omit<NotificationRaised["data"], "userId">;

export type NotificationCommand =
  | Readonly<{ type: "RaiseNotifications"; userId: UserId; notices: readonly Notice[] }>
  /** Without `ids`, all are read. */
  | Readonly<{ type: "ReadNotifications"; userId: UserId; ids?: readonly NotificationId[] }>
  | Readonly<{ type: "DismissNotification"; userId: UserId; id: NotificationId }>
  | Readonly<{ type: "ClearNotifications"; userId: UserId }>;

export type NotificationEvent =
  | NotificationRaised
  | NotificationRead
  | NotificationDismissed
  | NotificationsCleared;

/** The newest notices, oldest first. Older ones are dropped and no longer shown. */
const NotificationList = z.object({
  notices: z.array(z.object({ id: NotificationId, read: z.boolean() })),
});
export type NotificationList = z.infer<typeof NotificationList>;

export const MOST_KEPT = 100;

/** The notifications of one person, on a stream of their own. */
export const notifications: Decider<
  NotificationCommand,
  NotificationList,
  NotificationEvent,
  "notification-not-found"
> = {
  streamType: "notifications",
  initialState: { notices: [] },
  parseState: (stored) => NotificationList.parse(stored),

  decide(command, { notices }) {
    const { userId } = command;
    switch (command.type) {
      case "RaiseNotifications":
        return command.notices
          .filter(({ notificationId }) => !notices.some(({ id }) => id === notificationId))
          .map((notice) => ({ type: "NotificationRaised", data: { userId, ...notice } }));
      case "ReadNotifications": {
        const chosen = new Set(command.ids ?? notices.map(({ id }) => id));
        const unread = notices.filter(({ id, read }) => !read && chosen.has(id));
        const notificationIds = unread.map(({ id }) => id);
        if (notificationIds.length === 0) return [];
        return [{ type: "NotificationRead", data: { userId, notificationIds } }];
      }
      case "DismissNotification":
        return notices.some(({ id }) => id === command.id)
          ? [{ type: "NotificationDismissed", data: { userId, notificationId: command.id } }]
          : reject("notification-not-found");
      case "ClearNotifications":
        return notices.length === 0 ? [] : [{ type: "NotificationsCleared", data: { userId } }];
    }
  },

  evolve({ notices }, event) {
    switch (event.type) {
      case "NotificationRaised": {
        const raised = { id: event.data.notificationId, read: false };
        return { notices: [...notices, raised].slice(-MOST_KEPT) };
      }
      case "NotificationRead": {
        const ids = new Set(event.data.notificationIds);
        return { notices: notices.map((one) => (ids.has(one.id) ? { ...one, read: true } : one)) };
      }
      case "NotificationDismissed":
        return { notices: notices.filter(({ id }) => id !== event.data.notificationId) };
      case "NotificationsCleared":
        return { notices: [] };
    }
  },
};
