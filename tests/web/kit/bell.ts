import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";

import type { NotificationItem } from "#kernel/contract/api/notification.ts";

import { open, serveEachTest } from "./app.tsx";
import { succeeds } from "./fake-server.ts";
import { milk } from "./shop.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const MINUTE = 60_000;

export const LIST = "GET /api/v1/notifications";
export const READ = "POST /api/v1/notifications/read";
/** The response to a change of notifications. */
export const changed = succeeds({ id: "user-owner" });

/** The bell on a fake server, always at the same minute, so that relative times are known. */
export function ringEachTest() {
  const fake = serveEachTest();
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The notifications that the server has so far. */
  const tell = (...list: readonly NotificationItem[]) =>
    fake.server.on(LIST, succeeds({ notifications: list, unread: unreadIn(list) }));
  /** A page of the shop. */
  const openShop = () => {
    fake.server.on("GET /api/products.php", succeeds([milk]));
    return open("/app/products", "owner");
  };
  /** A page of the shop, and the panel with these in it. */
  const openPanelOf = async (...list: readonly NotificationItem[]) => {
    tell(...list);
    const user = openShop();
    return { user, panel: await openPanel(user, nameWith(unreadIn(list))) };
  };
  return { fake, tell, openShop, openPanelOf };
}

const unreadIn = (list: readonly NotificationItem[]) => list.filter(({ read }) => !read).length;
const nameWith = (unread: number) =>
  unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;

export const told = (part: Partial<NotificationItem> & { id: string }): NotificationItem => ({
  timestamp: new Date(NOW).toISOString(),
  read: false,
  type: "warning",
  title: "Low Stock Alert",
  message: "Peak Milk 400g is running low on stock (6 remaining, threshold: 10)",
  icon: "alert-triangle",
  action: "View Inventory",
  ...part,
});
/** This many notifications, all unread. */
export const manyTold = (count: number) =>
  Array.from({ length: count }, (_, index) => told({ id: `n-${index}` }));

export const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

export const bell = (name: string | RegExp) => screen.findByRole("button", { name });

export const openPanel = async (user: UserEvent, name: string | RegExp = /^Notifications/) => {
  await user.click(await bell(name));
  return within(await screen.findByRole("dialog", { name: "Notifications" }));
};

export const titles = ({ queryAllByRole }: Pick<typeof screen, "queryAllByRole">) =>
  queryAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);
