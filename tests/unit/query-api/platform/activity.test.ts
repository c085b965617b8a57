import { expect, it } from "vitest";

import { toActivityItem } from "#query-api/platform/activity.query.ts";

const row = {
  activity_id: "7",
  at_ms: 0,
  type: "TenantRegistered",
  about: "t",
  name: "Kofi Stores",
  actor_id: "u",
  detail: {},
};

const shown = (type: string, status: string, message: string) => ({ type, status, message });

it.each([
  ["TenantRegistered", {}, shown("tenant_created", "success", "Kofi Stores registered")],
  [
    "TenantStatusChanged",
    { to: "suspended", reason: "fraud" },
    shown("user_suspended", "warning", "Kofi Stores was suspended: fraud"),
  ],
  ["TenantStatusChanged", { to: "active" }, shown("other", "success", "Kofi Stores is now active")],
  ["SystemAlertRaised", { message: "late" }, shown("system_alert", "warning", "late")],
  [
    "SupportSessionStarted",
    { reason: "a call" },
    shown("other", "warning", "Support session started for Kofi Stores: a call"),
  ],
  [
    "ContactMessageReceived",
    { subject: "billing" },
    shown("other", "info", "Contact message received: billing"),
  ],
  ["SomethingNew", {}, shown("other", "info", "SomethingNew")],
])("%s with %o is shown as %o", (type, detail, expected) => {
  expect(toActivityItem({ ...row, type, detail })).toEqual({
    id: "7",
    ...expected,
    time: "1970-01-01T00:00:00.000Z",
    tenant_id: "t",
    actor_id: "u",
  });
});

it("uses a generic name for an unknown business", () => {
  expect(toActivityItem({ ...row, name: null }).message).toBe("A business registered");
});
