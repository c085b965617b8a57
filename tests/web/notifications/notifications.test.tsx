import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import {
  bell,
  changed,
  LIST,
  manyTold,
  minutesAgo,
  openPanel,
  READ,
  ringEachTest,
  titles,
  told,
} from "#tests/web/kit/bell.ts";
import { breaks, hangs, refuses } from "#tests/web/kit/fake-server.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

const { fake, tell, openShop, openPanelOf } = ringEachTest();

const CLEAR = "DELETE /api/v1/notifications";
const DISMISS = "DELETE /api/v1/notifications/n-1";

describe("the bell", () => {
  test("NOTE-01: says how many are unread, also in the menu", async () => {
    tell(told({ id: "n-1" }), told({ id: "n-2" }), told({ id: "n-3", read: true }));
    openShop();
    expect((await bell("Notifications, 2 unread")).parentElement?.textContent).toContain("2");
    await screen.findByRole("link", { name: "Notifications unread 2" });
  });

  test.each([
    [99, "99"],
    [100, "99+"],
  ])("NOTE-01: shows %i unread as %s", async (count, shown) => {
    tell(...manyTold(count));
    openShop();
    await screen.findByRole("link", { name: `Notifications unread ${shown}` });
    await bell(`Notifications, ${count} unread`);
  });
});

describe("the panel", () => {
  test("says when loading failed, and retries on request", async () => {
    fake.server.on(LIST, refuses(503, "Later"));
    const user = openShop();
    const panel = await openPanel(user, "Notifications");
    await panel.findByText("Couldn't load notifications");
    expect(fake.server.calls(LIST)).toHaveLength(2);
    tell();
    await user.click(panel.getByRole("button", { name: "Try Again" }));
    await panel.findByText("No notifications yet");
    expect(fake.server.calls(LIST)).toHaveLength(3);
  });

  test("NOTE-02: lists the newest first, with an icon by type and relative times", async () => {
    const { panel } = await openPanelOf(
      told({ id: "n-old", title: "Third", timestamp: minutesAgo(3 * 24 * 60), type: "info" }),
      told({ id: "n-new", title: "First", timestamp: minutesAgo(5), type: "success" }),
      told({ id: "n-mid", title: "Second", timestamp: minutesAgo(120), type: "error" }),
    );
    expect(titles(panel)).toEqual([
      "Unread: First5m ago",
      "Unread: Second2h ago",
      "Unread: Third3d ago",
    ]);
    expect(panel.getAllByRole("listitem").every((item) => item.querySelector("svg"))).toBe(true);
    expect(panel.getAllByText(/running low on stock/)).toHaveLength(3);
  });

  test("NOTE-04: marks one as read at once, and sends it to the server", async () => {
    const { user, panel } = await openPanelOf(
      told({ id: "n-1" }),
      told({ id: "n-2", title: "Other" }),
    );
    fake.server.on(READ, hangs);
    const [first] = panel.getAllByRole("button", { name: "Mark as read" });
    if (first) await user.click(first);
    await panel.findByText("1 unread notification");
    expect(panel.getAllByRole("button", { name: "Mark as read" })).toHaveLength(1);
    await waitFor(() =>
      expect(fake.server.calls(READ).map(({ body }) => body)).toEqual([{ ids: ["n-1"] }]),
    );
  });

  test("NOTE-05: dismisses an unread one and lowers the count", async () => {
    const other = told({ id: "n-2", title: "Other" });
    const { user, panel } = await openPanelOf(told({ id: "n-1" }), other);
    fake.server.on(DISMISS, changed);
    tell(other);
    const [first] = panel.getAllByRole("button", { name: "Dismiss" });
    if (first) await user.click(first);
    await panel.findByText("1 unread notification");
    expect(titles(panel)).toEqual(["Unread: OtherJust now"]);
    await waitFor(() => expect(fake.server.calls(LIST)).toHaveLength(2));
  });

  test("NOTE-06: marks all as read and keeps the list", async () => {
    const { user, panel } = await openPanelOf(...manyTold(2));
    fake.server.on(READ, changed);
    tell(...manyTold(2).map((one) => ({ ...one, read: true })));
    await user.click(panel.getByRole("button", { name: "Mark all read" }));
    await panel.findByText("0 unread notifications");
    expect(panel.getAllByRole("listitem")).toHaveLength(2);
    expect(fake.server.calls(READ)[0]?.body).toEqual({ all: true });
    await bell("Notifications");
  });

  test("NOTE-07: is emptied by Clear all", async () => {
    const { user, panel } = await openPanelOf(...manyTold(2));
    fake.server.on(CLEAR, changed);
    tell();
    await user.click(panel.getByRole("button", { name: "Clear all" }));
    await panel.findByText("No notifications yet");
    await waitFor(() => expect(fake.server.calls(CLEAR)).toHaveLength(1));
  });

  test("NOTE-04: restores what could not be changed, and says so", async () => {
    const { user, panel } = await openPanelOf(told({ id: "n-1" }));
    fake.server.on(READ, breaks);
    await user.click(panel.getByRole("button", { name: "Mark all read" }));
    await screen.findByText("Not changed. Check the connection, then try again.");
    await panel.findByText("1 unread notification");
  });

  test("NOTE-05: ignores one that was already dismissed", async () => {
    const { user, panel } = await openPanelOf(told({ id: "n-1" }));
    fake.server.on(DISMISS, refuses(404, "Notification not found"));
    tell();
    await user.click(panel.getByRole("button", { name: "Dismiss" }));
    await panel.findByText("No notifications yet");
    await waitFor(() => expect(fake.server.calls(LIST)).toHaveLength(2));
    expect(toasts.get()).toEqual([]);
  });

  test("NOTE-08: has an empty state, and links to settings for those who may change them", async () => {
    const { panel } = await openPanelOf();
    await panel.findByText("No notifications yet");
    const link = panel.getByRole("link", { name: "Notification settings" });
    expect(link.getAttribute("href")).toBe("/app/notifications/settings");
    expect(panel.queryByRole("button", { name: "Clear all" })).toBeNull();
  });
});
