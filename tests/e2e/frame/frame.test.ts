import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import {
  openProduct,
  type OpenProduct,
  type Visitor,
} from "#tests/kit/browser/screens/open-product.ts";
import { quiet, watchRequests } from "#tests/kit/browser/screens/quiet.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 60_000 };
const BANNER = "Maintenance tonight from 23:00.";
const PLATFORM = [
  ["Super Admin Dashboard", "/app/super-admin"],
  ["Tenant Management", "/app/tenant-management"],
  ["System Analytics", "/app/analytics"],
  ["System Health", "/app/health"],
  ["Revenue Overview", "/app/revenue"],
  ["Database Management", "/app/database"],
  ["Global Settings", "/app/global-settings"],
] as const;
const OF_EVERY_SHOP = ["Products", "Sales", "Inventory", "Customers", "Notifications", "Settings"];
const NOT_OF_CASHIERS = new Set(["Dashboard", "Reports", "Audit", "Team", "Needs attention"]);

describeWith(["postgres", "chromium"], "the frame of the app in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const open = async (who: Visitor, path: string, size = DESKTOP): Promise<Page> => {
    const { page } = await app.visit(who, { size });
    await page.goto(app.url + path);
    await page.getByRole("banner").waitFor(PATIENCE);
    return page;
  };
  const heading = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole("heading", { level: 1, name }).first().waitFor(PATIENCE);
  const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
  const goTo = (page: Page, name: string): Promise<void> =>
    page.getByRole("navigation").first().getByRole("link", { name }).click(PATIENCE);
  const entries = async (page: Page): Promise<string[]> => {
    await main(page).waitFor(PATIENCE);
    return main(page).getByRole("link").allTextContents();
  };
  const menuOf = (page: Page) => page.getByRole("dialog", { name: "Menu" });
  const ground = (page: Page): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("SHELL-01, SHELL-02: on a phone the menu slides over the page, and closes by Escape, a press beside it, and a link", async () => {
    const page = await open("owner", "/app/products", PHONE);
    await heading(page, "Products");
    const bar = page.getByRole("banner");
    await bar.getByText("Akosua Mensah").waitFor();
    await bar.getByRole("button", { name: /^Notifications/ }).waitFor();
    await bar.getByRole("button", { name: "Logout" }).waitFor();
    expect(await page.getByRole("complementary").count()).toBe(0);
    const opener = page.getByRole("button", { name: "Open menu" });
    const beside = { x: PHONE.width - 4, y: PHONE.height / 2 };
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(beside.x, beside.y),
    ]) {
      await opener.click();
      await menuOf(page).getByRole("button", { name: "Logout" }).waitFor();
      await close();
      await menuOf(page).waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe("/app/products");
    }
    await opener.click();
    await menuOf(page).getByRole("link", { name: "Customers" }).click();
    await heading(page, "Customers");
    await menuOf(page).waitFor({ state: "detached" });

    await page.setViewportSize({ width: 1024, height: 768 });
    const side = page.getByRole("complementary");
    await side.waitFor();
    const [menu, content] = [await side.boundingBox(), await page.getByRole("main").boundingBox()];
    expect(menu?.x).toBe(0);
    expect(content?.x).toBeGreaterThanOrEqual(menu?.width ?? Number.POSITIVE_INFINITY);
    await side.getByRole("button", { name: "Logout" }).waitFor();
    await bar.getByRole("button", { name: "Logout" }).waitFor();
  });

  test("SHELL-03, SHELL-04, SHELL-17: the menu says who one is and holds what the role may open; the rest says why not", async () => {
    const owner = await open("owner", "/app/products");
    await owner.getByRole("complementary").getByText("Owner", { exact: true }).waitFor(PATIENCE);
    const all = await entries(owner);
    expect(all[0]).toBe("Sell");
    const names = all.map((name) => name.replace(/(unread )?\d+\+?$/, ""));
    expect(names).toEqual(expect.arrayContaining([...OF_EVERY_SHOP, "Dashboard", "Reports"]));

    const cashier = await open("cashier", "/app/sales");
    const side = cashier.getByRole("complementary");
    expect((await side.innerText()).replaceAll(/\s+/g, " ")).toContain("YD Yaw Darko Cashier");
    const own = await entries(cashier);
    expect(own.filter((name) => NOT_OF_CASHIERS.has(name))).toEqual([]);
    expect(own[0]).toBe("Sell");
    await cashier.goto(`${app.url}/app/reports`);
    await heading(cashier, "You don't have access to this page");
    await cashier.getByText("Your role is Cashier.").waitFor();
    await side.waitFor();
    await cashier.getByRole("main").getByRole("link", { name: "Go to Sell" }).click();
    await cashier.waitForURL("**/app/sell");
  });

  test("SHELL-03, SHELL-05, SHELL-06, SHELL-07: the platform's menu opens each of its screens, and no shop's", async () => {
    const page = await open("admin", "/app/products");
    await page.waitForURL("**/app/tenant*", PATIENCE);
    const side = page.getByRole("complementary");
    await side.getByText("Super Admin ·").waitFor();
    const menu = page.getByRole("navigation", { name: "Platform" });
    expect(await menu.getByRole("link").allTextContents()).toEqual(PLATFORM.map(([name]) => name));
    for (const [name, path] of PLATFORM) {
      await menu.getByRole("link", { name }).click();
      await heading(page, name);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    for (const path of ["/app/tenants", "/app/tenant-management"]) {
      await page.goto(app.url + path);
      await heading(page, "Tenant Management");
      const current = menu.locator("[aria-current=page]");
      expect(await current.allTextContents()).toEqual(["Tenant Management"]);
    }
    await page.goto(`${app.url}/app/dashboard`);
    await page.waitForURL("**/app/super-admin", PATIENCE);

    const { page: owner } = await app.visit("owner", { size: DESKTOP });
    for (const [, path] of PLATFORM) {
      await owner.goto(app.url + path);
      await heading(owner, "Page not found");
    }
  });

  test("SHELL-08, SHELL-12: navigation keeps the frame, and the skip link leads past it", async () => {
    const page = await open("owner", "/app/products");
    await page.getByRole("row").nth(20).waitFor(PATIENCE);
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    const isMain = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(isMain).toBe("main");

    await page.evaluate(() => {
      document.querySelector("header")?.setAttribute("data-kept", "yes");
      window.scrollTo(0, document.body.scrollHeight);
    });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    // As long as the page before it.
    await goTo(page, "Inventory");
    await heading(page, "Inventory");
    await page.getByRole("row").nth(20).waitFor(PATIENCE);
    expect(await page.title()).toBe("Inventory · Tillbook");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await isMain()).toBe("main");
    expect(await page.getByRole("banner").getAttribute("data-kept")).toBe("yes");
  });

  test("SHELL-10: the appearance is the device's until one is chosen, which the next start has before the app", async () => {
    const page = await open("owner", "/app/products");
    const light = await ground(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => ground(page)).not.toBe(light);
    const dark = await ground(page);
    const choose = (name: string) =>
      page
        .getByRole("group", { name: "Appearance" })
        .locator("label", { has: page.getByRole("radio", { name }) })
        .click();
    await choose("Light");
    await expect.poll(() => ground(page)).toBe(light);
    await page.emulateMedia({ colorScheme: "light" });
    await choose("Dark");
    await expect.poll(() => ground(page)).toBe(dark);

    // Without the app's own code, as in the moment before it has loaded.
    const early = await page.context().newPage();
    await early.route(/\/assets\/.*\.js/, (route) => route.abort());
    await early.goto(`${app.url}/app/products`, { waitUntil: "domcontentloaded" });
    expect(await ground(early)).toBe(dark);
    await choose("System");
    await expect.poll(() => ground(page)).toBe(light);
  });

  const openAsOwner = async (): Promise<Page> => (await app.visit("owner", { size: DESKTOP })).page;

  test("SHELL-25: a part of the frame that does not load leaves the rest as it is, and comes when it loads", async () => {
    const page = await openAsOwner();
    const seen = { cut: 0, loaded: 0 };
    let isCut = true;
    await page.route(/\/assets\/.*\.js/, async (route) => {
      const response = await route.fetch();
      // The strip that says how the device is connected.
      if (!(await response.text()).includes("You're offline")) return route.fulfill({ response });
      seen[isCut ? "cut" : "loaded"] += 1;
      return isCut ? route.abort() : route.fulfill({ response });
    });
    await page.goto(`${app.url}/app/products`);
    await expect.poll(() => seen.cut, PATIENCE).toBeGreaterThan(0);
    await heading(page, "Products");
    await page.getByRole("row").nth(1).waitFor(PATIENCE);
    await goTo(page, "Customers");
    isCut = false;
    await expect.poll(() => seen.loaded, PATIENCE).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await page.getByText("You're offline.").waitFor(PATIENCE);
    await page.context().close();
  });

  test("SHELL-11: a page that fails says so in the frame, and Try Again brings it", async () => {
    const page = await openAsOwner();
    watchRequests(page);
    // The last part of the frame to be loaded.
    const last = page.waitForRequest("**/api/v1/live", PATIENCE);
    await page.goto(`${app.url}/app/products`);
    await last;
    await quiet(page);
    await page.route(/\/assets\/.*\.js/, (route) => route.abort());
    await goTo(page, "Customers");
    await page.getByText("This page did not load").waitFor(PATIENCE);
    await main(page).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try Again" }).click();
    await heading(page, "Customers");
    await page.getByRole("row").nth(1).waitFor(PATIENCE);
    await page.context().close();
  });

  test("SHELL-19: a shop that waits for approval sees what it can do", async () => {
    const signed = await app.newShop("Waiting Stores");
    const as = await app.signedIn("admin");
    const body = { status: "pending" };
    await app.api.ask("PUT", `/api/super-admin.php/${signed.tenant.id}`, { as, body });
    const { page } = await app.visitAs(
      { ...signed, tenant: { ...signed.tenant, status: "pending" } },
      { size: PHONE },
    );
    await page.goto(`${app.url}/app/products`);
    await page
      .getByText(/^This business is waiting for approval\. You can set it up/)
      .waitFor(PATIENCE);
    await heading(page, "Products");
  });

  test("SHELL-20: the platform's banner is on every screen of everyone, until it is dismissed", async () => {
    const as = await app.signedIn("admin");
    const put = (maintenance_banner: string | null) =>
      app.api.ask("PUT", "/api/v1/platform/settings", { as, body: { maintenance_banner } });
    await put(BANNER);
    for (const [who, path] of [
      ["cashier", "/app/sales"],
      ["owner", "/app/products"],
    ] as const) {
      const page = await open(who, path);
      const banner = page.getByText(BANNER);
      // The server remembers its settings for some seconds.
      const isShown = async () => {
        await page.reload();
        const asked = page.waitForResponse("**/api/v1/public-settings", PATIENCE);
        await (await asked).finished();
        return banner.isVisible();
      };
      await expect.poll(isShown, PATIENCE).toBe(true);
      await goTo(page, "Customers");
      await heading(page, "Customers");
      await banner.waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
      await banner.waitFor({ state: "detached" });
      await goTo(page, "Inventory");
      await heading(page, "Inventory");
      expect(await banner.count()).toBe(0);
    }
    await put(null);
  });
});
