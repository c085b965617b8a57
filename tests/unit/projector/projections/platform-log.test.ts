import { describe, expect, test } from "vitest";

import type { EventType } from "#kernel/contract/event-types.ts";
import { platformMails } from "#projector/projections/messages/mails.ts";
import { platformActivity } from "#projector/projections/platform/activity.ts";
import { platformInbox } from "#projector/projections/platform/inbox.ts";
import { platformAlerts, platformSettings } from "#projector/projections/platform/operations.ts";
import { inPlatformLog, inShopLog } from "#tests/kit/builders/changes-of.ts";
import { CASHIER, id, tenantOf } from "#tests/kit/builders/shop-log.ts";
import { sealedAs } from "#tests/kit/fakes/open-plainly.ts";

const message = {
  messageId: id(7),
  subject: "sales",
  firstName: sealedAs("Efua"),
  lastName: sealedAs("Mensah"),
  email: sealedAs("efua@example.com"),
  message: sealedAs("How much is it?"),
};
const alert = { alertId: "projector-lag", kind: "projector-lag", message: "late" };

describe("the platform's own log", () => {
  test.each<[EventType, object]>([
    ["TenantPlanChanged", { tenantId: tenantOf(1), changes: {} }],
    ["SignedIn", { userId: CASHIER, sid: "s", second: "none" }],
    ["ContactMessageReceived", message],
    ["SystemAlertRaised", alert],
    ["SystemAlertCleared", { alertId: "projector-lag" }],
  ])("%s appears as activity, but not from a tenant's log", (type, data) => {
    const [noted] = inPlatformLog(platformActivity, type, data);
    expect(noted).toMatchObject({
      kind: "put",
      key: { activity_id: "1" },
      values: { seq: 1, type },
    });
    expect(inShopLog(platformActivity, type, data)).toEqual([]);
  });

  test("shows no text of a message in the activity", () => {
    const [noted] = inPlatformLog(platformActivity, "ContactMessageReceived", message);
    expect(noted?.values["detail"]).toEqual({ subject: "sales" });
  });

  test("opens a message for the inbox", () => {
    expect(
      inPlatformLog(platformInbox, "ContactMessageReceived", message)[0]?.values,
    ).toMatchObject({
      subject: "sales",
      first_name: "Efua",
      email: "efua@example.com",
      company: null,
      message: "How much is it?",
      received_ms: 1_000,
    });
    expect(inShopLog(platformInbox, "ContactMessageReceived", message)).toEqual([]);
  });

  test("keeps each changed setting", () => {
    const changes = {
      trialDays: { from: 14, to: 30 },
      maintenanceBanner: { from: "Soon", to: null },
    };
    const stamp = { version: 1, changed_ms: 1_000 };
    expect(inPlatformLog(platformSettings, "PlatformSettingsChanged", { changes })).toEqual([
      { kind: "put", key: { name: "trialDays" }, values: { value: 30, ...stamp } },
      { kind: "put", key: { name: "maintenanceBanner" }, values: { value: null, ...stamp } },
    ]);
  });

  test("raises and clears alerts", () => {
    const key = { alert_id: "projector-lag" };
    expect(inPlatformLog(platformAlerts, "SystemAlertRaised", alert)).toEqual([
      { kind: "put", key, values: { kind: "projector-lag", message: "late", raised_ms: 1_000 } },
    ]);
    expect(
      inPlatformLog(platformAlerts, "SystemAlertCleared", { alertId: "projector-lag" }),
    ).toEqual([{ kind: "patch", key, values: { cleared_ms: 1_000 } }]);
  });
});

describe("an email", () => {
  const mailId = id(9);
  const key = { mail_id: mailId };
  const wanted = { mailId, kind: "test", to: sealedAs("ama@example.com"), subject: "Hello" };

  test("is pending until the server accepts or rejects it", () => {
    expect(inShopLog(platformMails, "MailRequested", wanted)[0]?.values).toMatchObject({
      to_email: "ama@example.com",
      status: "pending",
    });
    expect(inShopLog(platformMails, "MailAccepted", { mailId, providerId: "p" })).toEqual([
      { kind: "patch", key, values: { status: "success", error: null, settled_ms: 1_000 } },
    ]);
    const error = "mailbox full";
    expect(inShopLog(platformMails, "MailFailed", { mailId, error, final: false })).toEqual([
      { kind: "patch", key, values: { error } },
    ]);
    expect(inShopLog(platformMails, "MailFailed", { mailId, error, final: true })).toEqual([
      { kind: "patch", key, values: { error, status: "failed", settled_ms: 1_000 } },
    ]);
  });
});
