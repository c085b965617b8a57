import { act, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { open } from "#tests/web/kit/app.tsx";
import {
  bell,
  LIST,
  minutesAgo,
  openPanel,
  READ,
  ringEachTest,
  titles,
  told,
} from "#tests/web/kit/bell.ts";
import { refuses } from "#tests/web/kit/fake-server.ts";
import { createLiveLine } from "#tests/web/kit/live-line.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { notices } from "#web/state/notices.ts";
import { session } from "#web/state/session.ts";
import { notifyRecorded } from "#web/sync/sale-outbox.ts";

const { fake, tell, openShop } = ringEachTest();

const LIVE = "GET /api/v1/live";

describe("the app's own notifications", () => {
  test("NOTE-14: appears among the server's, as type info unless it says otherwise", async () => {
    tell(told({ id: "n-1", timestamp: minutesAgo(9) }));
    const user = openShop();
    await bell("Notifications, 1 unread");
    notices.raise({ message: "Notification settings updated successfully!" });
    const panel = await openPanel(user, "Notifications, 2 unread");
    expect(titles(panel)).toEqual([
      "Unread: System NotificationJust now",
      "Unread: Low Stock Alert9m ago",
    ]);
    expect(notices.get()[0]?.type).toBe("info");
  });

  test("NOTE-04: is read and dismissed without the server", async () => {
    tell();
    const user = openShop();
    notices.raise({ message: "Saved", type: "success" });
    const panel = await openPanel(user, "Notifications, 1 unread");
    await user.click(panel.getByRole("button", { name: "Mark as read" }));
    await panel.findByText("0 unread notifications");
    await user.click(panel.getByRole("button", { name: "Dismiss" }));
    await panel.findByText("No notifications yet");
    expect(fake.server.calls(READ)).toEqual([]);
  });

  test("NOTE-15: belongs to one person", async () => {
    tell();
    openShop();
    notices.raise({ message: "Mine" });
    expect(notices.get()).toHaveLength(1);
    session.end();
    session.start(signedInAs("manager"));
    expect(notices.get()).toEqual([]);
  });

  test("NOTE-13: of a delayed sale uses the shop's currency, and its action opens the sale", async () => {
    tell();
    const user = openShop();
    notifyRecorded({
      id: "01990000-0000-7000-8000-000041d07be9",
      receipt_number: "1-1-42",
      total_amount: 1_234.5,
      tax_amount: 0,
      currency: "GHS",
      created_at: "2026-11-21T11:42:00Z",
      item_count: 2,
      unit_count: 3,
      payment_method: "cash",
      possible_duplicate_of: null,
    });
    const panel = await openPanel(user, "Notifications, 1 unread");
    panel.getByText("Sale of 3 items for GH₵1,234.50 completed successfully");
    expect(panel.getByRole("link", { name: "View Sale" }).getAttribute("href")).toBe(
      "/app/sales?sale=01990000-0000-7000-8000-000041d07be9",
    );
  });
});

describe("live", () => {
  /** A page of the shop, and the server's end of the line that it opens. */
  const openLine = async () => {
    const line = createLiveLine();
    fake.server.on(LIVE, line.answer);
    const user = openShop();
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 7 });
    await bell("Notifications, 1 unread");
    return { user, line };
  };

  test("NOTE-03: a new one comes first and raises the count, without a reload", async () => {
    tell(told({ id: "n-1", timestamp: minutesAgo(5) }));
    const { user, line } = await openLine();
    const [asked] = fake.server.calls(LIVE);
    expect(asked?.headers.get("accept")).toBe("text/event-stream");
    expect(asked?.headers.get("authorization")).toBe("Bearer token-of-owner");
    const panel = await openPanel(user);
    line.say("notification", told({ id: "n-2", title: "Newer" }));
    await panel.findByText("2 unread notifications");
    expect(titles(panel)[0]).toBe("Unread: NewerJust now");
    line.say("notification", told({ id: "n-2", title: "Newer" }));
    line.say("nonsense", { seq: 1 });
    line.say("notification", { id: 3 });
    line.say("notification", told({ id: "n-3", title: "Newest" }));
    await panel.findByText("3 unread notifications");
  });

  test("a lost stream is reopened, and missed changes are read", async () => {
    tell(told({ id: "n-1" }));
    const { line } = await openLine();
    tell(told({ id: "n-1" }), told({ id: "n-2" }));
    line.cut();
    await waitFor(() => expect(line.opened()).toBe(2));
    line.say("hello", { seq: 9 });
    await bell("Notifications, 2 unread");
  });

  test("a refused stream is not retried", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    tell();
    fake.server.on(LIVE, refuses(403, "Not for your role"));
    openShop();
    await waitFor(() => expect(fake.server.calls(LIVE)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(fake.server.calls(LIVE)).toHaveLength(1);
  });

  test("a super admin has no shop's stream", async () => {
    open("/app/super-admin", "super_admin");
    await bell("Notifications");
    expect(fake.server.calls(LIST)).toEqual([]);
    expect(fake.server.calls(LIVE)).toEqual([]);
  });
});
