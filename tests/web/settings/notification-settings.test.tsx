import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { MailItem } from "#kernel/contract/api/mail.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { press } from "#tests/web/kit/hands.ts";
import { notifications, settings } from "#tests/web/kit/settings.ts";
import { notices } from "#web/state/notices.ts";

const fake = serveEachTest();

const PATH = "/app/notifications/settings";
const SETTINGS = "GET /api/v1/settings";
const SAVE = "PUT /api/v1/settings/notifications";
const LOGS = "GET /api/notifications/logs";
const TEST = "POST /api/notifications/test-email";
const ALERTS = "POST /api/notifications/send-low-stock-alerts";
const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

const mail = (ix: number, part: Partial<MailItem> = {}): MailItem => ({
  id: `m-${ix}`,
  kind: "test",
  subject: `Mail ${ix}`,
  to_email: "akosua@adom.example",
  sent_at: "2026-11-21T11:42:00Z",
  status: "success",
  error: null,
  ...part,
});

const openPage = (role = "owner", mails: readonly MailItem[] = []) => {
  fake.server.on(SETTINGS, succeeds(settings()));
  fake.server.on(LOGS, succeeds({ notifications: mails }));
  return open(PATH, role);
};
/** The notifications in the bell, newest first. */
const told = () => notices.get().map(({ type, message }) => `${type}: ${message}`);

describe("the settings", () => {
  test("NSET-01, NSET-03: are five toggles, a threshold and a frequency, as the server has them", async () => {
    openPage();
    const switches = await screen.findAllByRole("switch", { checked: true });
    expect(switches).toHaveLength(5);
    for (const name of [
      "Email notifications",
      "System alerts",
      "Low stock alerts",
      "Sales reports",
      "Payment notifications",
    ]) {
      screen.getByRole("switch", { name });
    }
    expect(screen.getByLabelText("Low stock threshold")).toHaveProperty("value", "10");
    expect(screen.getByLabelText("Report frequency")).toHaveProperty("value", "monthly");
    screen.getByText(/09:00/);
  });

  test("NSET-04, NSET-09: are saved with their changes, confirmed by a toast and a notification", async () => {
    const now = { ...notifications, report_frequency: "daily" as const, version: 2 };
    const user = openPage();
    fake.server.on(SETTINGS, succeeds(settings({ notifications: now })));
    fake.server.on(SAVE, succeeds({ id: "tenant-adom" }));
    await user.selectOptions(await screen.findByLabelText("Report frequency"), "daily");
    await press(user, "Save Settings");
    await screen.findByText("Notification settings updated successfully!");
    expect(told()).toContain("success: Notification settings updated successfully!");
    expect(bodies(SAVE)).toEqual([{ report_frequency: "daily" }]);
  });

  for (const typed of ["0", "101", ""]) {
    test(`NSET-02: refuse a threshold of "${typed}"`, async () => {
      const user = openPage();
      const field = await screen.findByLabelText("Low stock threshold");
      await user.clear(field);
      if (typed !== "") await user.type(field, typed);
      await press(user, "Save Settings");
      await screen.findByText("The low stock threshold must be a whole number from 1 to 100");
      expect(bodies(SAVE)).toEqual([]);
    });
  }

  const failures = [
    { answer: refuses(400, "no"), text: "Failed to update settings" },
    { answer: breaks, text: "Failed to save notification settings" },
  ];
  for (const { answer, text } of failures) {
    test(`NSET-04, NSET-09: say "${text}" where it is so, and tell the bell`, async () => {
      const user = openPage();
      fake.server.on(SAVE, answer);
      await user.click(await screen.findByRole("switch", { name: "System alerts" }));
      await press(user, "Save Settings");
      await screen.findByText(text);
      expect(told()[0]).toBe(`error: ${text}`);
      expect(screen.getByRole("switch", { name: "System alerts", checked: false })).toBeTruthy();
    });
  }

  test("NSET-16: that cannot be loaded say so with Try Again", async () => {
    fake.server.on(SETTINGS, refuses(403, "no"), succeeds(settings()));
    fake.server.on(LOGS, succeeds({ notifications: [] }));
    const user = open(PATH, "owner");
    await screen.findByText("Failed to load settings");
    await press(user, "Try Again");
    await screen.findByLabelText("Report frequency");
  });

  test("NSET-15: are not for a cashier", async () => {
    fake.server.on(SETTINGS, succeeds(settings()));
    fake.server.on("GET /api/v1/notifications", succeeds({ notifications: [], unread: 0 }));
    open(PATH, "cashier");
    await screen.findByText("No notifications yet");
    expect(screen.queryByRole("switch")).toBeNull();
    expect(fake.server.calls(LOGS)).toEqual([]);
  });
});

describe("a test mail", () => {
  test("NSET-05: asks for an address, and Send is disabled without one", async () => {
    const user = openPage();
    expect(screen.queryByLabelText("Send a test to")).toBeNull();
    await press(user, "Test Email");
    const send = await screen.findByRole("button", { name: "Send" });
    expect(send).toHaveProperty("disabled", true);
    fake.server.on(TEST, hangs);
    await user.type(screen.getByLabelText("Send a test to"), "akosua@adom.example");
    await user.click(screen.getByRole("button", { name: "Send" }));
    await user.keyboard("{Enter}");
    expect(bodies(TEST)).toEqual([{ email: "akosua@adom.example" }]);
    expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  });

  test("NSET-06: without an address is refused on Enter", async () => {
    const user = openPage();
    await press(user, "Test Email");
    await user.type(await screen.findByLabelText("Send a test to"), " {Enter}");
    await screen.findByText("Please enter an email address");
    expect(bodies(TEST)).toEqual([]);
  });

  const ends = [
    { answer: answers({ success: true, message: "-" }), text: "Test email sent successfully!" },
    { answer: refuses(429, "Too many requests"), text: "Too many requests" },
    { answer: breaks, text: "Failed to send test email" },
  ];
  for (const { answer, text } of ends) {
    test(`NSET-07, NSET-09: ends with "${text}"`, async () => {
      const user = openPage();
      fake.server.on(TEST, answer);
      await press(user, "Test Email");
      await user.type(await screen.findByLabelText("Send a test to"), "a@b{Enter}");
      await screen.findByText(text);
      expect(told()[0]).toContain(text);
    });
  }
});

describe("low stock alerts", () => {
  const ends = [
    {
      answer: answers({ success: true, message: "-", alerts_sent: 0 }),
      text: "0 low stock alerts sent!",
    },
    {
      answer: answers({ success: true, message: "-", alerts_sent: 1 }),
      text: "1 low stock alerts sent!",
    },
    { answer: refuses(502, "-"), text: "Failed to send low stock alerts" },
  ];
  for (const { answer, text } of ends) {
    test(`NSET-08, NSET-09: end with "${text}"`, async () => {
      const user = openPage();
      fake.server.on(ALERTS, answer);
      await press(user, "Send Low Stock Alert");
      await screen.findByText(text);
      expect(told()[0]).toContain(text);
    });
  }
});

describe("the recent notifications", () => {
  test("NSET-10: are the first ten of fifty, with subject, recipient, date and status", async () => {
    const mails = Array.from({ length: 12 }, (_, ix) => mail(ix));
    const failed = mail(99, { status: "failed", error: "Mailbox full" });
    const user = openPage("manager", [failed, mail(98, { status: "pending" }), ...mails]);
    const list = await screen.findByRole("region", { name: "Recent Notifications" });
    await within(list).findByText("Mail 99");
    expect(within(list).getAllByRole("listitem")).toHaveLength(10);
    within(list).getByText("Failed");
    within(list).getByText("Pending");
    within(list).getByText(/Mailbox full/);
    expect(within(list).getAllByText(/21 Nov/)).toHaveLength(10);
    expect(fake.server.calls(LOGS)[0]?.query.get("limit")).toBe("50");
    fake.server.on(LOGS, succeeds({ notifications: [mail(100)] }));
    await press(user, "Refresh Logs");
    await within(list).findByText("Mail 100");
  });

  test('NSET-10: read "No notifications yet" while there are none', async () => {
    openPage();
    await screen.findByText("No notifications yet");
  });
});
