import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  createAdder,
  expectFailedLoads,
  sentBy,
  staffOf,
  START,
} from "#tests/e2e/products/shop-hands.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const MOVES = "/api/v1/stock-movements";
const NONE_FOUND = "Try adjusting your search criteria";

/** One on each side of each border between the levels, the lowest stock first. */
const STOCKED = [
  { name: "Zomi", price: 30, stock: 0, level: "Out of stock" },
  { name: "Ampesi", price: 7, stock: 1, level: "Low" },
  { name: "Gari", price: 10, stock: 9, level: "Low" },
  { name: "Milo", price: 20, stock: 10, level: "Medium" },
  { name: "Rice", price: 5, stock: 49, level: "Medium" },
  { name: "Sugar", price: 2, stock: 50, level: "Well stocked" },
];

describeWith(["postgres", "chromium"], "the inventory in a browser", () => {
  let app: OpenProduct;
  let stocked: Signed;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    stocked = await app.newShop("Stocked Provisions");
    const add = createAdder(app, stocked);
    for (const { level: _, ...product } of STOCKED) await add("products", product);
  });
  afterAll(() => app.close());

  const titles = (page: Page) => page.getByRole("button", { name: / stock movements$/ });
  const names = async (page: Page) =>
    (await titles(page).allTextContents()).map((text) => text.replace(" stock movements", ""));
  const rowOf = (page: Page, name: string) =>
    page.getByRole("row", { name: new RegExp(name), includeHidden: true });
  const visit = async (as: Signed, size = DESKTOP) => {
    const { page } = await app.visitAs(as, { size });
    await page.goto(`${app.url}/app/inventory`);
    await titles(page).first().waitFor(START);
    return page;
  };
  const figure = (page: Page, name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd[1]");
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name }).first().click();

  test("INV-01, INV-02, INV-03: the cards count and filter, and each product has its level", async () => {
    const page = await visit(stocked, PHONE);
    for (const [card, value] of [
      // 7 and 90 and 200 and 245 and 100
      ["Stock value", "642.00"],
      ["Products", "6"],
      ["Low stock", "2"],
      ["Out of stock", "1"],
    ] as const) {
      expect(await figure(page, card).innerText()).toContain(value);
    }
    expect(await names(page)).toEqual(STOCKED.map(({ name }) => name));
    for (const { name, level } of STOCKED) {
      await rowOf(page, name).getByText(level, { exact: true }).waitFor();
    }

    await press(page, "Show only low stock");
    await expect.poll(() => names(page)).toEqual(["Ampesi", "Gari"]);
    expect(new URL(page.url()).search).toBe("?level=low");
    await press(page, "Show only low stock");
    await expect.poll(() => names(page)).toHaveLength(STOCKED.length);
    await press(page, "Show only out of stock");
    await expect.poll(() => names(page)).toEqual(["Zomi"]);

    await page.getByRole("radio", { name: "Medium 2" }).check({ force: true });
    await expect.poll(() => names(page)).toEqual(["Milo", "Rice"]);
    const search = page.getByRole("searchbox", { name: "Search inventory" });
    await search.fill("RIC");
    await expect.poll(() => names(page)).toEqual(["Rice"]);
    await search.fill("gari");
    await page.getByText(NONE_FOUND).waitFor();
    await page.close();
  });

  test("INV-04, INV-05, INV-06, INV-07: an adjustment is a movement, so a sale meanwhile is not lost, and both are listed", async () => {
    const shop = await app.newShop("Moved Provisions");
    const add = createAdder(app, shop);
    const id = await add("products", { name: "Key Soap", price: 5, stock: 9 });
    const page = await visit(shop);
    const sent = sentBy(page, "POST", MOVES);
    await press(page, "Adjust Key Soap");
    const form = page.getByRole("dialog", { name: "Adjust stock" });
    const adjust = form.getByRole("button", { name: "Adjust stock" });
    const quantity = form.getByLabel("Quantity");
    await quantity.fill("0");
    await adjust.click();
    await form.getByText("Quantity must be a whole number from 1 to 1,000,000").waitFor();
    await form.getByText("Subtract", { exact: true }).click();
    await quantity.fill("10");
    await adjust.click();
    await form.getByText("Cannot reduce stock below 0").waitFor();
    expect(sent).toEqual([]);

    const items = [{ product_id: id, quantity: 2, unit_price: 5 }];
    await add("sales", { items, payment_method: "cash" });
    await form.getByText("Add", { exact: true }).click();
    await quantity.fill("24");
    await form.getByLabel(/^Reason/).fill("Delivery");
    await adjust.click();
    await form.waitFor({ state: "detached" });
    expect(sent).toEqual([{ product_id: id, type: "add", quantity: 24, reason: "Delivery" }]);
    await rowOf(page, "Key Soap").getByText("31", { exact: true }).first().waitFor();

    await press(page, "Adjust Key Soap");
    await form.getByText("Subtract", { exact: true }).click();
    await quantity.fill("1");
    await adjust.click();
    await form.waitFor({ state: "detached" });
    expect(sent.slice(1)).toEqual([{ product_id: id, type: "subtract", quantity: 1 }]);

    await press(page, "Key Soap stock movements");
    const moves = page.getByRole("dialog", { name: "Stock movements" }).getByRole("listitem");
    await expect.poll(() => moves.count()).toBe(4);
    const [newest = "", delivery = "", sale = "", opening = ""] = await moves.allInnerTexts();
    for (const [text, parts] of [
      [newest, ["Adjustment", "− 1", "30 after"]],
      [delivery, ["Adjustment", "Delivery", "+ 24", "31 after"]],
      [sale, ["Sale", "− 2", "7 after"]],
      [opening, ["Opening stock", "+ 9", "9 after"]],
    ] as const) {
      for (const part of [...parts, "by you"]) expect(text).toContain(part);
      expect(text).toMatch(/\d\d:\d\d/);
    }
    await page.close();
  });

  test("INV-08: stock that does not load says why, and tries again", async () => {
    const { page } = await app.visitAs(stocked, { size: PHONE });
    await expectFailedLoads(page, {
      address: `${app.url}/app/inventory`,
      reads: "/api/products.php",
      failed: "Failed to load inventory",
      broken: "Error loading inventory",
      loaded: titles(page).first(),
    });
    await page.close();
  });

  test("INV-09: a cashier is offered no adjustment, a stock keeper is", async () => {
    const cashier = await visit(await staffOf(app, stocked, "cashier"));
    expect(await cashier.getByRole("button", { name: /^Adjust/ }).count()).toBe(0);
    await cashier.close();
    const keeper = await visit(await staffOf(app, stocked, "stock_keeper"));
    expect(await keeper.getByRole("button", { name: /^Adjust/ }).count()).toBe(STOCKED.length);
    await keeper.close();
  });

  test("INV-10: the value at cost is there once the last product has a cost", async () => {
    const shop = await app.newShop("Costly Provisions");
    const add = createAdder(app, shop);
    await add("products", { name: "Gari", price: 10, stock: 3, cost: 6.5 });
    const id = await add("products", { name: "Milo", price: 20, stock: 2 });
    const page = await visit(shop);
    expect(await page.getByText(/at cost/).count()).toBe(0);
    await app.api.ask("PUT", "/api/products.php", { as: shop, body: { id, cost: 15 } });
    await page.reload();
    // 19.50 and 30
    await page.getByText("GH₵49.50 at cost").waitFor(START);
    expect(await figure(page, "Stock value").innerText()).toContain("70.00");
    await page.close();
  });

  test("INV-11, INV-12: a dish that is not counted is last and without figures, and a sale and its void move nothing", async () => {
    const shop = await app.newShop("Cooked Food");
    const add = createAdder(app, shop);
    await add("products", { name: "Ampesi", price: 25, stock: 0, track_stock: false });
    await add("products", { name: "Malt", price: 10, stock: 20 });
    const { page } = await app.visitAs(shop, { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await page.getByRole("button", { name: /^Malt/ }).first().click(START);
    await press(page, /^Ampesi/);
    await press(page, /^Charge/);
    await press(page, /^Exact/);
    await page.getByRole("region", { name: "Paid" }).waitFor();

    const expectStock = async (malt: number, value: string) => {
      await page.goto(`${app.url}/app/inventory`);
      await rowOf(page, "Malt").getByText(String(malt), { exact: true }).first().waitFor(START);
      expect(await names(page)).toEqual(["Malt", "Ampesi"]);
      expect(await rowOf(page, "Ampesi").innerText()).toMatch(/–[^\d]*Not counted/);
      expect(await figure(page, "Stock value").innerText()).toContain(value);
      expect(await figure(page, "Out of stock").innerText()).toBe("0");
      expect(
        await rowOf(page, "Ampesi")
          .getByRole("button", { name: /^Adjust/ })
          .count(),
      ).toBe(0);
      await press(page, "Ampesi stock movements");
      const moves = page.getByRole("dialog", { name: "Stock movements" }).getByRole("listitem");
      await moves.first().waitFor();
      expect((await moves.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
        "Opening stock",
      ]);
    };
    await expectStock(19, "190.00");
    await page.goto(`${app.url}/app/sales`);
    await page.getByRole("button", { name: /^Void sale/ }).click(START);
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").selectOption("Wrong product");
    await question.getByRole("button", { name: "Void sale" }).click();
    await question.waitFor({ state: "detached" });
    await expectStock(20, "200.00");
    await page.close();
  });
});
