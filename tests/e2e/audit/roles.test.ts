import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { bodyText } from "#tests/kit/browser/screens/screen.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { CLOTH, type ClothShop, firstShown, openClothShop } from "./cloth-shop.ts";

const START = { timeout: 60_000 };
const NO_ACCESS = "You don't have access to this page";
const TAKINGS = "Cashiers see today's takings and the stock value";
const SHORT_ID = 8;
const STOCK_VALUE = /Stock value/i;
/** What only some roles have in the menu, and whether they may add a product. */
const ROLES = [
  ["owner", ["Sell", "Dashboard", "Reports", "Audit"], true],
  ["manager", ["Sell", "Dashboard", "Reports"], true],
  ["cashier", ["Sell"], false],
  ["stock_keeper", [], false],
  ["accountant", ["Dashboard", "Reports", "Audit"], false],
  ["auditor", ["Dashboard", "Reports", "Audit"], false],
] as const;
const SOME_HAVE = new Set(["Sell", "Dashboard", "Reports", "Audit"]);

describeWith(["postgres", "chromium"], "what each role sees", () => {
  let app: OpenProduct;
  let shop: ClothShop;
  const staff = new Map<string, Signed>();

  beforeAll(async () => {
    app = await openProduct();
    shop = await openClothShop(app);
    staff.set("owner", shop.owner);
    for (const [role] of ROLES.slice(1)) staff.set(role, await shop.hire(role, `Efua ${role}`));
  });
  afterAll(() => app.close());

  async function open(role: string, path: string, size = DESKTOP): Promise<Page> {
    const { page } = await app.visitAs(staff.get(role), { size });
    await page.goto(app.url + path);
    return page;
  }
  const menu = (page: Page, name = "Main") =>
    page.getByRole("navigation", { name, exact: true }).getByRole("link");
  const entries = async (page: Page, name?: string): Promise<string[]> =>
    (await menu(page, name).allInnerTexts()).map((text) => text.trim());
  const row = (page: Page) => page.getByRole("main").getByRole("row", { name: new RegExp(CLOTH) });

  test.each(ROLES)(
    "RIGHT-02, AUDIT-31: %s has the menu entries and actions of the role, and no others",
    async (role, own, mayAdd) => {
      const page = await open(role, "/app/products");
      await row(page).waitFor(START);
      const shown = await entries(page);
      expect(shown).toEqual(
        expect.arrayContaining(["Products", "Sales", "Inventory", "Customers"]),
      );
      expect(shown.filter((name) => SOME_HAVE.has(name))).toEqual(own);
      const add = page.getByRole("button", { name: "Add Product" });
      expect(await add.count()).toBe(mayAdd ? 1 : 0);

      const asked: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/api/v1/audit/")) asked.push(pathname);
      });
      await page.goto(`${app.url}/app/audit?type=SaleVoided`);
      const isAuditor = new Set<string>(own).has("Audit");
      await page
        .getByRole("heading", { name: isAuditor ? "Audit" : NO_ACCESS, exact: true })
        .waitFor(START);
      const content = page.getByText(isAuditor ? /voided the sale/ : /^Your role is /).first();
      await firstShown(page, content);
      expect(asked.length > 0).toBe(isAuditor);
    },
  );

  test.each(["manager", "stock_keeper"])(
    "ASOF-09, LINE-07: a link to another moment is without effect for a %s, whose figures open nothing",
    async (role) => {
      const page = await open(role, "/app/products?as_of=2");
      await row(page).waitFor(START);
      expect(await page.getByRole("region", { name: "Past date" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: "View a past date" }).count()).toBe(0);
      await page.goto(`${app.url}/app/inventory?as_of=2`);
      await row(page).waitFor(START);
      await page.getByRole("button", { name: `${CLOTH} stock movements` }).click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
      expect(await page.getByRole("button", { name: /^History/ }).count()).toBe(0);
    },
  );

  test("LINE-07: the dashboard's figures open nothing for a manager", async () => {
    const page = await open("manager", "/app/dashboard", PHONE);
    await expect.poll(() => bodyText(page), START).toMatch(/Total Sales GH₵ ?50\.00/);
    expect(await page.getByRole("button", { name: /^History of/ }).count()).toBe(0);
  });

  test("RIGHT-10, RIGHT-11, RIGHT-12: a cashier has no dashboard and no stock value until the owner shows them in the settings", async () => {
    const page = await open("cashier", "/app/dashboard", PHONE);
    await page.getByRole("heading", { name: NO_ACCESS }).waitFor(START);
    expect(await entries(page, "Shortcuts")).toEqual([
      "Products",
      "Sales",
      "Sell",
      "Inventory",
      "Customers",
    ]);
    await page.getByRole("link", { name: "Go to Sell" }).click();
    const leave = page.getByRole("link", { name: "Leave the till" });
    await expect.poll(() => leave.getAttribute("href"), START).toBe("/app/sales");
    await page.goto(`${app.url}/app/inventory`);
    await row(page).waitFor(START);
    const cards = page.getByRole("main").locator("dl").first().locator("dt");
    const names = async () => (await cards.allInnerTexts()).map((name) => name.trim());
    const before = await names();
    expect(before.join()).not.toMatch(STOCK_VALUE);
    expect(before).not.toContain("");

    const settings = await open("owner", "/app/settings?tab=business");
    const shown = settings.getByRole("switch", { name: TAKINGS });
    await shown.waitFor(START);
    expect(await shown.isChecked()).toBe(false);
    await shown.click();
    await settings.getByRole("button", { name: "Save changes" }).click();
    await settings.getByText("Business settings updated successfully!").first().waitFor();

    await page.reload();
    await expect.poll(async () => (await names()).join(), START).toMatch(STOCK_VALUE);
    expect((await entries(page, "Shortcuts")).slice(0, 5)).toContain("Dashboard");
    await page.goto(`${app.url}/app/dashboard`);
    await expect.poll(() => bodyText(page), START).toMatch(/Total Sales GH₵ ?\d/);
    await page.goto(`${app.url}/app/sell`);
    await expect.poll(() => leave.getAttribute("href"), START).toBe("/app/dashboard");
  });

  test("RIGHT-01, RIGHT-03: who edits the role in the browser's storage gets other menus and no data", async () => {
    const page = await open("stock_keeper", "/app/products");
    await row(page).waitFor(START);
    await page.evaluate(() => {
      const user: unknown = JSON.parse(localStorage.getItem("user") ?? "{}");
      localStorage.setItem("user", JSON.stringify({ ...Object(user), role: "owner" }));
    });
    const refused = page.waitForResponse(
      (answer) => new URL(answer.url()).pathname === "/api/v1/audit/events",
    );
    await page.goto(`${app.url}/app/audit`);
    expect((await refused).status()).toBe(403);
    await page.getByRole("heading", { name: "Failed to load the events" }).waitFor(START);
    expect(await entries(page)).toContain("Audit");
    expect(await page.getByText(/voided the sale/).count()).toBe(0);
  });

  test("RIGHT-04: a sale of another shop is answered like one that does not exist", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    const seen: (readonly [number, string])[] = [];
    for (const id of [shop.sale, crypto.randomUUID()]) {
      const answer = page.waitForResponse((one) => one.url().endsWith(`/api/v1/sales/${id}`));
      await page.goto(`${app.url}/app/sales?sale=${id}`);
      const status = (await answer).status();
      await page.getByRole("dialog").getByRole("alert").waitFor(START);
      const text = await page.getByRole("dialog").innerText();
      seen.push([status, text.replace(id.slice(-SHORT_ID), "")]);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.[0]).toBe(404);
  });
});
