import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { toasts } from "#web/ui/toast-store.ts";

import { open, serveEachTest } from "./kit/app.tsx";
import {
  bell,
  LIST,
  minutesAgo,
  openPanel,
  READ,
  serveNotifications,
  stopTheClock,
  titles,
  told,
} from "./kit/bell.ts";
import { breaks, refuses, succeeds } from "./kit/fake-server.ts";
import { milk } from "./kit/shop.ts";

const fake = serveEachTest();
stopTheClock();

const CLEAR = "DELETE /api/v1/notifications";
const done = succeeds({ id: "user-owner" });

describe("the bell", () => {
  test("NOTE-01: says how many are unread, also in the menu", async () => {
    serveNotifications(
      fake,
      told({ id: "n-1" }),
      told({ id: "n-2" }),
      told({ id: "n-3", read: true }),
    );
    open("/app/products", "owner");
    expect((await bell("Notifications, 2 unread")).parentElement?.textContent).toContain("2");
    await screen.findByRole("link", { name: "Notifications unread 2" });
  });

  test.each([
    [99, "99"],
    [100, "99+"],
  ])("NOTE-01: shows %i unread as %s", async (count, shown) => {
    serveNotifications(
      fake,
      ...Array.from({ length: count }, (_, index) => told({ id: `n-${index}` })),
    );
    open("/app/products", "owner");
    await screen.findByRole("link", { name: `Notifications unread ${shown}` });
    await bell(`Notifications, ${count} unread`);
  });

  test("stays quiet where nothing is unread or nothing is known", async () => {
    fake.server.on("GET /api/products.php", succeeds([milk]));
    fake.server.on(LIST, refuses(503, "Later"));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user, "Notifications");
    await panel.findByText("Notifications did not load");
    fake.server.on(LIST, succeeds({ notifications: [], unread: 0 }));
    await user.click(panel.getByRole("button", { name: "Try Again" }));
    await panel.findByText("No notifications yet");
  });
});

describe("the panel", () => {
  test("NOTE-02: lists the newest first, with an icon by type and relative times", async () => {
    serveNotifications(
      fake,
      told({ id: "n-old", title: "Third", timestamp: minutesAgo(3 * 24 * 60), type: "info" }),
      told({ id: "n-new", title: "First", timestamp: minutesAgo(5), type: "success" }),
      told({ id: "n-mid", title: "Second", timestamp: minutesAgo(120), type: "error" }),
    );
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    expect(titles(panel)).toEqual([
      "Unread: First5m ago",
      "Unread: Second2h ago",
      "Unread: Third3d ago",
    ]);
    expect(panel.getAllByRole("listitem").every((item) => item.querySelector("svg"))).toBe(true);
    panel.getAllByText(/running low on stock/);
  });

  test("NOTE-04: marks one as read, at once, and tells the server which", async () => {
    serveNotifications(fake, told({ id: "n-1" }), told({ id: "n-2", title: "Other" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user, "Notifications, 2 unread");
    fake.server.on(READ, () => new Promise<Response>(() => undefined));
    const [first] = panel.getAllByRole("button", { name: "Mark as read" });
    if (first) await user.click(first);
    await panel.findByText("1 unread notification");
    expect(panel.getAllByRole("button", { name: "Mark as read" })).toHaveLength(1);
    await waitFor(() =>
      expect(fake.server.calls(READ).map(({ body }) => body)).toEqual([{ ids: ["n-1"] }]),
    );
  });

  test("NOTE-05: takes an unread one away and lowers the count", async () => {
    serveNotifications(fake, told({ id: "n-1" }), told({ id: "n-2", title: "Other" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user, "Notifications, 2 unread");
    fake.server.on("DELETE /api/v1/notifications/n-1", done);
    fake.server.on(
      LIST,
      succeeds({ notifications: [told({ id: "n-2", title: "Other" })], unread: 1 }),
    );
    const [first] = panel.getAllByRole("button", { name: "Dismiss" });
    if (first) await user.click(first);
    await panel.findByText("1 unread notification");
    expect(titles(panel)).toEqual(["Unread: OtherJust now"]);
    await waitFor(() => expect(fake.server.calls(LIST).length).toBeGreaterThan(1));
  });

  test("NOTE-06: marks all as read and keeps the list", async () => {
    serveNotifications(fake, told({ id: "n-1" }), told({ id: "n-2" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    fake.server.on(READ, done);
    fake.server.on(
      LIST,
      succeeds({
        notifications: [told({ id: "n-1", read: true }), told({ id: "n-2", read: true })],
        unread: 0,
      }),
    );
    await user.click(panel.getByRole("button", { name: "Mark all read" }));
    await panel.findByText("0 unread notifications");
    expect(panel.getAllByRole("listitem")).toHaveLength(2);
    expect(fake.server.calls(READ)[0]?.body).toEqual({ all: true });
    await bell("Notifications");
  });

  test("NOTE-07: is emptied by Clear all", async () => {
    serveNotifications(fake, told({ id: "n-1" }), told({ id: "n-2" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    fake.server.on(CLEAR, done);
    fake.server.on(LIST, succeeds({ notifications: [], unread: 0 }));
    await user.click(panel.getByRole("button", { name: "Clear all" }));
    await panel.findByText("No notifications yet");
    await waitFor(() => expect(fake.server.calls(CLEAR)).toHaveLength(1));
  });

  test("NOTE-04: brings back what could not be changed, and says so", async () => {
    serveNotifications(fake, told({ id: "n-1" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    fake.server.on(READ, breaks);
    await user.click(panel.getByRole("button", { name: "Mark all read" }));
    await screen.findByText("Not changed. Check the connection, then try again.");
    await panel.findByText("1 unread notification");
  });

  test("NOTE-05: says nothing of one that was gone already", async () => {
    serveNotifications(fake, told({ id: "n-1" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    fake.server.on("DELETE /api/v1/notifications/n-1", refuses(404, "Notification not found"));
    fake.server.on(LIST, succeeds({ notifications: [], unread: 0 }));
    await user.click(panel.getByRole("button", { name: "Dismiss" }));
    await panel.findByText("No notifications yet");
    await waitFor(() => expect(fake.server.calls(LIST).length).toBeGreaterThan(1));
    expect(toasts.snapshot()).toEqual([]);
  });

  test("NOTE-08: is honest when it is empty, and leads to its settings who may set them", async () => {
    serveNotifications(fake);
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    panel.getByText("No notifications yet");
    const link = panel.getByRole("link", { name: "Notification settings" });
    expect(link.getAttribute("href")).toBe("/app/notifications");
    expect(panel.queryByRole("button", { name: "Clear all" })).toBeNull();
  });
});
