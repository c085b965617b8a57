import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";

import type { NotificationItem } from "#kernel/contract/api/notification.ts";

import { succeeds } from "./fake-server.ts";
import type { FakeServer } from "./fake-server.ts";
import { milk } from "./shop.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const MINUTE = 60_000;

/** Each test at the same minute, so that relative times can be told. */
export function stopTheClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

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
export const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

export const LIST = "GET /api/v1/notifications";
export const READ = "POST /api/v1/notifications/read";

export const serveNotifications = (
  { server }: { server: FakeServer },
  ...list: readonly NotificationItem[]
) => {
  server.on("GET /api/products.php", succeeds([milk]));
  server.on(LIST, succeeds({ notifications: list, unread: 0 }));
};

export const bell = (name: string | RegExp) => screen.findByRole("button", { name });

export const openPanel = async (user: UserEvent, name: string | RegExp = /^Notifications/) => {
  await user.click(await bell(name));
  return within(await screen.findByRole("dialog", { name: "Notifications" }));
};

export const titles = ({ queryAllByRole }: Pick<typeof screen, "queryAllByRole">) =>
  queryAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);
