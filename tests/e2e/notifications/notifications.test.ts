import { randomUUID } from "node:crypto";

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { LIST, lowStockOf, THRESHOLD } from "./low-stock.ts";

const PATIENCE = { timeout: 60_000 };
const MINUTE_MS = 60_000;

describeWith(["postgres", "chromium"], "notifications in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  let keeper: Signed;
  let make: ReturnType<typeof lowStockOf>;

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    make = lowStockOf(app);
    owner = await app.newShop("Bell Stores");
    keeper = await joined(owner, "stock_keeper");
  });
  afterAll(() => app.close());

  const joined = async (boss: Signed, role: string): Promise<Signed> =>
    acceptedStaff(
      app.api,
      { owner: boss, admin: await app.signedIn("admin") },
      { email: `${randomUUID()}@bell.example`, role, first_name: "Abena", last_name: "Ofori" },
    );

  const bell = (page: Page, unread?: number): Locator => {
    const name = unread === undefined ? /^Notifications/ : `Notifications, ${unread} unread`;
    const button = page.getByRole("banner").getByRole("button", { name });
    return unread === 0
      ? page.getByRole("banner").getByRole("button", { name: "Notifications", exact: true })
      : button;
  };
  const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Notifications" });
  const titles = (within: Locator) => within.getByRole("listitem").locator("b").allTextContents();
  const messages = (within: Locator) =>
    within.getByRole("listitem").locator("p:nth-child(2)").allTextContents();
  const low = (name: string, left = THRESHOLD - 1) =>
    `${name} is running low on stock (${left} remaining, threshold: ${THRESHOLD})`;

  async function open(as: Signed, path = "/app/customers", size = DESKTOP): Promise<Page> {
    const { page } = await app.visitAs(as, { size });
    await page.goto(app.url + path);
    await bell(page).waitFor(PATIENCE);
    return page;
  }
  async function openPanel(page: Page): Promise<Locator> {
    await bell(page).click();
    await panel(page).waitFor(PATIENCE);
    return panel(page);
  }

  test("NOTE-02, NOTE-03, NOTE-08, NOTE-09, NOTE-12: new ones come live into the panel, the newest first", async () => {
    await make.clear(owner);
    const page = await open(owner);
    const list = await openPanel(page);
    await list.getByText("No notifications yet").waitFor();
    await list.getByText("0 unread notifications").waitFor();
    await make.runLow(owner, ["First beans"]);
    await bell(page, 1).waitFor(PATIENCE);
    await list.getByText("1 unread notification", { exact: true }).waitFor();
    await make.runLow(owner, ["Second beans", "Third beans"]);
    await list.getByText("3 unread notifications").waitFor(PATIENCE);
    expect(await titles(list)).toEqual(Array(3).fill("Unread: Low Stock Alert"));
    const told = ["Third beans", "Second beans", "First beans"].map((name) => low(name));
    expect(await messages(list)).toEqual(told);
    for (const time of await list.locator("time").allTextContents()) {
      expect(time).toMatch(/^(Just now|\dm ago)$/);
    }

    await list.getByRole("link", { name: "View Inventory" }).first().click();
    await page.waitForURL("**/app/inventory", PATIENCE);
    await panel(page).waitFor({ state: "detached" });
    await bell(page, 2).waitFor(PATIENCE);
    await make.hasUnread(owner, 2);
    await page.close();
  });

  test("NOTE-02: a warning and a success have icons of their own", async () => {
    await make.clear(owner);
    await make.runLow(owner, ["Icon beans"]);
    const page = await open(owner, "/app/notifications/settings");
    await page.getByRole("switch", { name: "System alerts" }).click(PATIENCE);
    await page.getByRole("button", { name: "Save Settings" }).click();
    await bell(page, 2).click(PATIENCE);
    const icon = (title: string) =>
      panel(page).getByRole("listitem").filter({ hasText: title }).locator("svg").first();
    const [warning, success] = await Promise.all([
      icon("Low Stock Alert").innerHTML(),
      icon("System Notification").innerHTML(),
    ]);
    expect(warning).not.toBe(success);
    await page.close();
  });

  test("NOTE-04, NOTE-05, NOTE-06, NOTE-07, NOTE-15: read, dismissed and cleared on one device is so on the other, for one person", async () => {
    for (const one of [owner, keeper]) await make.clear(one);
    await make.runLow(owner, ["Rice one", "Rice two", "Rice three", "Rice four"]);
    await make.hasUnread(keeper, 4);
    const page = await open(owner);
    const other = await open(owner, "/app/products", PHONE);
    await bell(other, 4).waitFor(PATIENCE);
    const list = await openPanel(page);
    const press = (name: string) => list.getByRole("button", { name }).first().click();

    await press("Mark as read");
    await list.getByText("3 unread notifications").waitFor();
    await press("Dismiss");
    await expect.poll(() => list.getByRole("listitem").count()).toBe(3);
    await list.getByText("3 unread notifications").waitFor();
    await press("Dismiss");
    await list.getByText("2 unread notifications").waitFor();
    await expect.poll(() => messages(list)).toEqual([low("Rice two"), low("Rice one")]);
    await press("Mark all read");
    await list.getByText("0 unread notifications").waitFor();
    expect(await titles(list)).toEqual(["Low Stock Alert", "Low Stock Alert"]);
    await press("Dismiss");
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
    await list.getByText("0 unread notifications").waitFor();
    await make.hasUnread(owner, 0);
    await other.reload();
    await bell(other, 0).waitFor(PATIENCE);
    const there = await openPanel(other);
    await expect.poll(() => messages(there)).toEqual([low("Rice one")]);
    await press("Clear all");
    await list.getByText("No notifications yet").waitFor();
    expect(await list.getByRole("button", { name: "Clear all" }).count()).toBe(0);
    await other.reload();
    await (await openPanel(other)).getByText("No notifications yet").waitFor(PATIENCE);
    await make.hasUnread(keeper, 4);
    await page.close();
    await other.close();
  });

  test("NOTE-10: the panel closes on Escape, outside and by the bell, but not by a toast", async () => {
    await make.clear(owner);
    await make.runLow(owner, ["Toast beans"]);
    const page = await open(owner);
    const isGone = () => panel(page).waitFor({ state: "detached" });
    await openPanel(page);
    await page.keyboard.press("Escape");
    await isGone();
    await openPanel(page);
    await page.getByRole("heading", { level: 1, name: "Customers" }).click();
    await isGone();
    await openPanel(page);
    await bell(page).click();
    await isGone();

    const list = await openPanel(page);
    await page.route(`**${LIST}/read`, (route) => route.abort());
    await list.getByRole("button", { name: "Mark all read" }).click();
    const toast = page.getByText("Not changed. Check the connection, then try again.").first();
    await toast.click();
    await page
      .getByRole("region", { name: /^Messages/ })
      .getByRole("button", { name: "Close" })
      .click();
    await toast.waitFor({ state: "detached" });
    await list.getByText("1 unread notification", { exact: true }).waitFor();
    await page.close();
  });

  test("NOTE-11, NOTE-16: an alert comes once each time a product runs low, and says how long ago", async () => {
    await make.clear(owner);
    const [id = ""] = await make.runLow(owner, ["Old beans"]);
    await make.sell(owner, [id]);
    const body = { product_id: id, type: "add", quantity: 5, reason: "Delivery" };
    await app.api.ask("POST", "/api/v1/stock-movements", { as: owner, body });
    await make.sell(owner, [id, ...(await make.addProducts(owner, ["Other beans"]))]);
    await make.hasUnread(owner, 2);
    for (let sold = 0; sold < 3; sold += 1) await make.sell(owner, [id]);
    await make.hasUnread(owner, 3);
    const page = await open(owner, "/app/notifications");
    const main = page.getByRole("main");
    const told = [low("Old beans"), low("Other beans"), low("Old beans")];
    await expect.poll(() => messages(main), PATIENCE).toEqual(told);

    const nowMs = Date.now();
    for (const [minutes, text] of [
      [5, "5m ago"],
      [2 * 60, "2h ago"],
      [3 * 24 * 60, "3d ago"],
    ] as const) {
      await page.clock.setFixedTime(nowMs + minutes * MINUTE_MS);
      await page.reload();
      await expect
        .poll(() => main.locator("time").allTextContents(), PATIENCE)
        .toEqual([text, text, text]);
    }
    await page.close();
  });

  test("NOTE-13: a sale that arrived late says so, and its action opens it", async () => {
    await make.clear(owner);
    await make.addProducts(owner, ["Late beans"]);
    const page = await open(owner, "/app/sales?new=1");
    const dialog = page.getByRole("dialog", { name: "Enter a past sale" });
    const product = dialog.getByRole("combobox", { name: "Add a product" });
    await product.fill("Late beans", PATIENCE);
    await dialog.getByRole("option", { name: /Late beans/ }).click();
    const isSale = (url: URL) => url.pathname === "/api/sales.php";
    await page.route(isSale, (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await dialog.getByRole("button", { name: /^Save sale/ }).click();
    await dialog.waitFor({ state: "detached" });
    await page.unroute(isSale);
    // With it comes that the beans run low.
    await bell(page, 2).click(PATIENCE);
    const row = panel(page).getByRole("listitem").filter({ hasText: "Sale Completed" });
    await row.getByText("Sale of 1 items for GH₵2.50 completed successfully").waitFor(PATIENCE);
    await row.getByRole("link", { name: "View Sale" }).click();
    await page.waitForURL(/\/app\/sales\?sale=/, PATIENCE);
    await page.getByRole("dialog").getByText("Late beans").first().waitFor(PATIENCE);
    await page.close();
  });

  test("NOTE-01, NOTE-22, NOTE-23: the bell counts to 99, and the page shows fifty and then more", async () => {
    const other = await app.newShop("Hundred Stores");
    const names = Array.from({ length: 100 }, (_, index) => `Bulk ${index}`);
    await make.sell(other, await make.addProducts(other, names));
    await make.hasUnread(other, 100);
    const page = await open(other);
    const entry = page.getByRole("link", { name: /^Notifications/ });
    await bell(page, 100).waitFor(PATIENCE);
    expect(await entry.textContent()).toBe("Notificationsunread 99+");
    await entry.click();
    await page.waitForURL("**/app/notifications", PATIENCE);
    const rows = page.getByRole("main").getByRole("listitem");
    await expect.poll(() => rows.count(), PATIENCE).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    expect(await rows.count()).toBe(100);
    expect((await titles(page.getByRole("main")))[0]).toBe("Unread: Low Stock Alert");

    await rows.first().getByRole("link", { name: "View Inventory" }).click();
    await page.waitForURL("**/app/inventory", PATIENCE);
    await bell(page, 99).waitFor(PATIENCE);
    expect(await entry.textContent()).toBe("Notificationsunread 99");
    await page.goBack();
    await page.getByRole("main").getByRole("button", { name: "Mark all read" }).click();
    await bell(page, 0).waitFor(PATIENCE);
    await make.hasUnread(other, 0);
    await page.close();
  });

  test("NOTE-22, NOTE-24: a stock keeper and a cashier have the page, owner and manager its settings too", async () => {
    await make.clear(keeper);
    await make.runLow(owner, ["Keeper beans"]);
    await make.hasUnread(keeper, 1);
    const gear = (page: Page) => page.getByRole("link", { name: "Notification Settings" });
    for (const [who, says] of [
      [keeper, low("Keeper beans")],
      [await app.signedIn("cashier"), "No notifications yet"],
    ] as const) {
      const { page } = await app.visitAs(who, { size: DESKTOP });
      await page.goto(`${app.url}/app/sales`);
      await page.getByRole("link", { name: /^Notifications/ }).click(PATIENCE);
      await page.getByRole("main").getByText(says).waitFor(PATIENCE);
      expect(await gear(page).count()).toBe(0);
      await page.close();
    }
    for (const who of [owner, await joined(owner, "manager")]) {
      const page = await open(who, "/app/notifications");
      await gear(page).click(PATIENCE);
      await page.waitForURL("**/app/notifications/settings", PATIENCE);
      await page.getByRole("heading", { level: 1, name: "Notification Settings" }).waitFor();
      await page.close();
    }
  });
});
