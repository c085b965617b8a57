import { waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { notices } from "#web/api/notices.ts";
import { session } from "#web/api/session.ts";
import { tellCompleted } from "#web/api/tell-completed.ts";

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
import { refuses, succeeds } from "./kit/fake-server.ts";
import { createLiveLine } from "./kit/live-line.ts";
import { signedInAs } from "./kit/shop.ts";

const fake = serveEachTest();
stopTheClock();

describe("what the app itself tells", () => {
  test("NOTE-14: stands among the server's, as information unless it says otherwise", async () => {
    serveNotifications(fake, told({ id: "n-1", timestamp: minutesAgo(9) }));
    const user = open("/app/products", "owner");
    await bell("Notifications, 1 unread");
    notices.raise({ message: "Notification settings updated successfully!" });
    const panel = await openPanel(user, "Notifications, 2 unread");
    expect(titles(panel)).toEqual([
      "Unread: System NotificationJust now",
      "Unread: Low Stock Alert9m ago",
    ]);
    expect(notices.snapshot()[0]?.type).toBe("info");
  });

  test("NOTE-04: is read and dismissed without the server", async () => {
    serveNotifications(fake);
    const user = open("/app/products", "owner");
    await bell("Notifications");
    notices.raise({ message: "Saved", type: "success" });
    const panel = await openPanel(user, "Notifications, 1 unread");
    await user.click(panel.getByRole("button", { name: "Mark as read" }));
    await panel.findByText("0 unread notifications");
    await user.click(panel.getByRole("button", { name: "Dismiss" }));
    await panel.findByText("No notifications yet");
    expect(fake.server.calls(READ)).toEqual([]);
  });

  test("NOTE-15: is nobody else's", async () => {
    serveNotifications(fake);
    open("/app/products", "owner");
    await bell("Notifications");
    notices.raise({ message: "Mine" });
    expect(notices.snapshot()).toHaveLength(1);
    session.end();
    session.start(signedInAs("manager"));
    expect(notices.snapshot()).toEqual([]);
  });
});

describe("live", () => {
  test("NOTE-03: a new one comes first and raises the count, without a reload", async () => {
    const line = createLiveLine();
    serveNotifications(fake, told({ id: "n-1", timestamp: minutesAgo(5) }));
    fake.server.on("GET /api/v1/live", line.answer);
    const user = open("/app/products", "owner");
    await waitFor(() => expect(line.opened()).toBe(1));
    const [asked] = fake.server.calls("GET /api/v1/live");
    expect(asked?.headers.get("accept")).toBe("text/event-stream");
    expect(asked?.headers.get("authorization")).toBe("Bearer token-of-owner");
    line.say("hello", { seq: 7 });
    const panel = await openPanel(user, "Notifications, 1 unread");
    line.say("notification", told({ id: "n-2", title: "Newer" }));
    await panel.findByText("2 unread notifications");
    expect(titles(panel)[0]).toBe("Unread: NewerJust now");
    line.say("notification", told({ id: "n-2", title: "Newer" }));
    line.say("nonsense", { seq: 1 });
    line.say("notification", { id: 3 });
    line.say("notification", told({ id: "n-3", title: "Newest" }));
    await panel.findByText("3 unread notifications");
  });

  test("a lost line is opened again, and what was missed is read", async () => {
    const line = createLiveLine();
    serveNotifications(fake, told({ id: "n-1" }));
    fake.server.on("GET /api/v1/live", line.answer);
    open("/app/products", "owner");
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 7 });
    await bell("Notifications, 1 unread");
    fake.server.on(
      LIST,
      succeeds({ notifications: [told({ id: "n-1" }), told({ id: "n-2" })], unread: 2 }),
    );
    line.cut();
    await waitFor(() => expect(line.opened()).toBe(2));
    line.say("hello", { seq: 9 });
    await bell("Notifications, 2 unread");
  });

  test("a refused line is not asked for again", async () => {
    serveNotifications(fake);
    fake.server.on("GET /api/v1/live", refuses(403, "Not for your role"));
    open("/app/products", "owner");
    await waitFor(() => expect(fake.server.calls("GET /api/v1/live")).toHaveLength(1));
    await bell("Notifications");
  });

  test("a super admin has no shop's news to hear", async () => {
    open("/app/super-admin", "super_admin");
    await bell("Notifications");
    expect(fake.server.calls(LIST)).toEqual([]);
    expect(fake.server.calls("GET /api/v1/live")).toEqual([]);
  });
});

test("NOTE-13: a sale that had waited for its answer is told in the shop's money, and its action opens it", async () => {
  serveNotifications(fake);
  const user = open("/app/products", "owner");
  await bell("Notifications");
  tellCompleted({
    id: "01990000-0000-7000-8000-000041d07be9",
    receipt_number: "1-1-42",
    total_amount: 1_234.5,
    tax_amount: 0,
    currency: "GHS",
    created_at: "2026-11-21T11:42:00Z",
    item_count: 3,
    payment_method: "cash",
    possible_duplicate_of: null,
  });
  const panel = await openPanel(user, "Notifications, 1 unread");
  panel.getByText("Sale of 3 items for GH₵1,234.50 completed successfully");
  expect(panel.getByRole("link", { name: "View Sale" }).getAttribute("href")).toBe(
    "/app/sales?sale=01990000-0000-7000-8000-000041d07be9",
  );
});
