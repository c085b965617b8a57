import { describe, test } from "vitest";

import { notificationSettings } from "#command-api/settings/notification-settings.ts";
import { DEFAULT_NOTIFICATIONS } from "#kernel/contract/default-settings.ts";
import type { NotificationSettingsChanged } from "#kernel/contract/events/settings.ts";
import { givenFor } from "#tests/kit/builders/given.ts";

const given = givenFor(notificationSettings);

const changed = (
  changes: NotificationSettingsChanged["data"]["changes"],
): NotificationSettingsChanged => ({ type: "NotificationSettingsChanged", data: { changes } });
const fewer = changed({ lowStockThreshold: { from: 10, to: 5 } });

describe("changing the notification settings", () => {
  test("with the whole object records only what differs", () =>
    given(fewer)
      .when({
        type: "ChangeNotificationSettings",
        wanted: { ...DEFAULT_NOTIFICATIONS, lowStockThreshold: 5, salesReports: false },
      })
      .thenEvents(changed({ salesReports: { from: true, to: false } })));
  test("to the defaults of a new tenant does nothing", () =>
    given()
      .when({ type: "ChangeNotificationSettings", wanted: { ...DEFAULT_NOTIFICATIONS } })
      .thenNothing());
  test("leaves what is not said", () =>
    given(fewer)
      .when({ type: "ChangeNotificationSettings", wanted: { reportFrequency: "daily" } })
      .thenEvents(changed({ reportFrequency: { from: "monthly", to: "daily" } })));
});
