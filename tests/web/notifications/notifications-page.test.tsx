import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open } from "#tests/web/kit/app.tsx";
import {
  changed,
  LIST,
  manyTold,
  minutesAgo,
  READ,
  ringEachTest,
  told,
} from "#tests/web/kit/bell.ts";
import { refuses } from "#tests/web/kit/fake-server.ts";

const { fake, tell } = ringEachTest();

const PATH = "/app/notifications";
const bodies = () => fake.server.calls(READ).map(({ body }) => body);

async function rows() {
  const page = within(await screen.findByRole("main"));
  await page.findByRole("heading", { level: 1, name: "Notifications" });
  return page;
}
const names = (page: Awaited<ReturnType<typeof rows>>) =>
  page.getAllByRole("listitem").map((item) => item.querySelector("b")?.textContent);

describe("the page of notifications", () => {
  test("NOTE-22: lists them newest first, with unread ones marked, and opens from the menu", async () => {
    tell(
      told({ id: "n-1", title: "Older", timestamp: minutesAgo(60), read: true }),
      told({ id: "n-2", title: "Newer", timestamp: minutesAgo(5) }),
    );
    open(PATH, "cashier");
    const page = await rows();
    await waitFor(() => expect(names(page)).toEqual(["Unread: Newer", "Older"]));
    const entry = screen.getByRole("link", { name: /^Notifications/ });
    expect([entry.getAttribute("href"), entry.getAttribute("aria-current")]).toEqual([
      PATH,
      "page",
    ]);
  });

  test("NOTE-22: shows fifty, and more on request", async () => {
    tell(...manyTold(70));
    const user = open(PATH, "owner");
    const page = await rows();
    await waitFor(() => expect(page.getAllByRole("listitem")).toHaveLength(50));
    await user.click(page.getByRole("button", { name: "Show more" }));
    expect(page.getAllByRole("listitem")).toHaveLength(70);
    expect(page.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("NOTE-22: says when there are none, and when loading failed", async () => {
    tell();
    open(PATH, "owner");
    await (await rows()).findByText("No notifications yet");
  });

  test("NOTE-22: says when loading failed, and tries again", async () => {
    fake.server.on(LIST, refuses(503, "Later"));
    const user = open(PATH, "owner");
    const page = await rows();
    await page.findByText("Couldn't load notifications");
    tell(told({ id: "n-1" }));
    await user.click(page.getByRole("button", { name: "Try Again" }));
    await page.findByText("Low Stock Alert", { exact: false });
  });

  test("NOTE-23: opens what it names, and marks it as read", async () => {
    tell(told({ id: "n-1" }));
    fake.server.on(READ, changed);
    fake.server.on("GET /api/products.php", refuses(404, "None"));
    const user = open(PATH, "owner");
    await user.click(await (await rows()).findByRole("link", { name: "View Inventory" }));
    await waitFor(() => expect(location.pathname).toBe("/app/inventory"));
    expect(bodies()).toEqual([{ ids: ["n-1"] }]);
  });

  test("NOTE-23: marks all as read", async () => {
    tell(told({ id: "n-1" }), told({ id: "n-2" }));
    fake.server.on(READ, changed);
    const user = open(PATH, "owner");
    const all = await (await rows()).findByRole("button", { name: "Mark all read" });
    tell(told({ id: "n-1", read: true }), told({ id: "n-2", read: true }));
    await user.click(all);
    await waitFor(() => expect(all).toHaveProperty("disabled", true));
    expect(bodies()).toEqual([{ all: true }]);
  });

  test("NOTE-24: has its settings behind a gear, for those who may change them", async () => {
    tell();
    open(PATH, "manager");
    const gear = await screen.findByRole("link", { name: "Notification Settings" });
    expect(gear.getAttribute("href")).toBe("/app/notifications/settings");
  });

  test("NOTE-24: has no gear for others", async () => {
    tell();
    open(PATH, "cashier");
    await (await rows()).findByText("No notifications yet");
    expect(screen.queryByRole("link", { name: "Notification Settings" })).toBeNull();
  });
});
