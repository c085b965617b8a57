import { defineProjection } from "#projector/projections/projection.ts";
import { thingsTable } from "#projector/projections/table.ts";

const notification = thingsTable(
  "rm_notifications",
  { user_id: "uuid", notification_id: "uuid" },
  {
    type: "text",
    title: "text",
    message: "text",
    icon: "text",
    action: "text?",
    is_read: "boolean",
    is_dismissed: "boolean",
    raised_ms: "bigint",
    raised_seq: "bigint",
  },
);

/**
 * Clearing all notifications keeps their rows here; `clearedNotifications` stores up to which
 * event they are cleared.
 */
export const notifications = defineProjection("notifications", notification.table, {
  NotificationRaised: ({ data, occurredMs, seq }) => {
    const { userId, notificationId, type, title, message, icon, action } = data;
    const row = { type, title, message, icon, action, is_read: false, is_dismissed: false };
    return [
      notification.put(
        { user_id: userId, notification_id: notificationId },
        { ...row, raised_ms: occurredMs, raised_seq: seq },
      ),
    ];
  },
  NotificationRead: ({ data: { userId, notificationIds } }) =>
    notificationIds.map((id) =>
      notification.patch({ user_id: userId, notification_id: id }, { is_read: true }),
    ),
  NotificationDismissed: ({ data: { userId, notificationId } }) => [
    notification.patch(
      { user_id: userId, notification_id: notificationId },
      { is_dismissed: true },
    ),
  ],
});

const cleared = thingsTable("rm_bells", { user_id: "uuid" }, { cleared_seq: "bigint" });

/** A projection cannot read or delete rows, so it stores the event up to which a user's notifications are cleared. */
export const clearedNotifications = defineProjection("bells", cleared.table, {
  NotificationsCleared: ({ data, seq }) => [
    cleared.put({ user_id: data.userId }, { cleared_seq: seq }),
  ],
});
