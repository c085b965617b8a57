import * as z from "zod/mini";

import { ReportFrequency } from "#kernel/contract/choices.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import { DEFAULT_NOTIFICATIONS } from "#kernel/contract/default-settings.ts";
import { NotificationSettingsChanged } from "#kernel/contract/events/settings.ts";

import { changesOf, valuesAfter } from "./changes.ts";

const toggle = z.optional(z.boolean());

/** The values that were set. Everything else comes from the defaults. */
const NotificationSettings = z.object({
  emailNotifications: toggle,
  lowStockAlerts: toggle,
  salesReports: toggle,
  paymentNotifications: toggle,
  systemAlerts: toggle,
  customerNotifications: toggle,
  lowStockThreshold: z.optional(z.int()),
  reportFrequency: z.optional(ReportFrequency),
  emailTime: z.optional(z.string()),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export type ChangeNotificationSettings = Readonly<{
  type: "ChangeNotificationSettings";
  wanted: NotificationSettings;
}>;

const Changes = NotificationSettingsChanged.shape.data.shape.changes;

/** One object for two screens: a screen that sends all of it changes only what differs. */
export const notificationSettings: Decider<
  ChangeNotificationSettings,
  NotificationSettings,
  NotificationSettingsChanged,
  never
> = {
  streamType: "notification-settings",
  initialState: {},
  parseState: (stored) => NotificationSettings.parse(stored),

  decide({ wanted }, state) {
    const changes = changesOf({ ...DEFAULT_NOTIFICATIONS, ...state }, wanted);
    if (Object.keys(changes).length === 0) return [];
    return [{ type: "NotificationSettingsChanged", data: { changes: Changes.parse(changes) } }];
  },

  evolve: (state, { data }) => NotificationSettings.parse(valuesAfter(state, data.changes)),
};
