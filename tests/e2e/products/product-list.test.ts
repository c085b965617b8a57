import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { createAdder, expectFailedLoads, sentBy, staffOf, START } from "./shop-hands.ts";

const PRODUCTS = [
  { name: "Milo 400g", price: 62.5, stock: 10, category: "Drinks", sku: "MILO-4" },
  { name: "Gari 1kg", price: 14, stock: 0, category: "Grains" },
  { name: "Peak Milk", price: 1_068, stock: 9, barcodes: ["6001234567890"] },
  { name: "Key Soap", price: 5.5, stock: 1_212 },
];
/** From and to, in degrees of the colour wheel. */
const RED = [-20, 20] as const;
const YELLOW = [30, 65] as const;
const GREEN = [90, 170] as const;

describeWith(["postgres", "chromium"], "the list of products in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    owner = await app.newShop("Listed Provisions");
    const add = createAdder(app, owner);
    for (const product of PRODUCTS) await add("products", product);
    await add("customers", { first_name: "Yaw", last_name: "Zakari" });
    await add("customers", { first_name: "Abena", last_name: "Osei" });
  });
  afterAll(() => app.close());

  const rowOf = (page: Page, name: string) =>
    page.getByRole("row", { name: new RegExp(name), includeHidden: true });
  const rows = (page: Page) => page.getByRole("main").getByRole("row");
  const firstWords = async (page: Page) =>
    (await rows(page).allInnerTexts()).slice(1).map((text) => /^\w+/.exec(text)?.[0]);
  const openList = async (page: Page) => {
    await page.goto(`${app.url}/app/products`);
    await rowOf(page, "Gari 1kg").waitFor(START);
  };

  /** The colour of a badge's text as the browser draws it, in degrees: 0 is red, 60 yellow, 120 green. */
  const hueOf = (badge: Locator): Promise<number> =>
    badge.evaluate((element) => {
      const context = document.createElement("canvas").getContext("2d");
      if (context === null) return Number.NaN;
      context.fillStyle = getComputedStyle(element).color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      const across = (Math.sqrt(3) / 2) * (green - blue);
      return (Math.atan2(across, red - green / 2 - blue / 2) * 180) / Math.PI;
    });

  test("PROD-01, PROD-02: a row has name, price, the stock in words and colour, and Active", async () => {
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    await openList(page);
    for (const [name, price, stock, least, most] of [
      ["Gari 1kg", "GH₵14.00", "Out of stock", ...RED],
      ["Peak Milk", "GH₵1,068.00", "9 left", ...YELLOW],
      ["Milo 400g", "GH₵62.50", "10 in stock", ...GREEN],
      ["Key Soap", "GH₵5.50", "1,212 in stock", ...GREEN],
    ] as const) {
      const row = rowOf(page, name);
      expect(await row.innerText()).toContain(price);
      await row.getByText("Active", { exact: true }).locator("visible=true").waitFor();
      const hue = await hueOf(row.getByText(stock, { exact: true }));
      expect(hue).toBeGreaterThanOrEqual(least);
      expect(hue).toBeLessThanOrEqual(most);
    }
    await page.close();
  });

  test("PROD-03, PROD-48: search finds by name, SKU and barcode, and the category narrows", async () => {
    const { page } = await app.visitAs(owner, { size: PHONE, isTouch: true });
    await openList(page);
    const search = page.getByRole("searchbox", { name: "Search products" });
    for (const [words, found] of [
      ["peak MILK", "Peak"],
      ["milo-4", "Milo"],
      ["6001234567890", "Peak"],
    ] as const) {
      await search.fill(words);
      await page.getByText("1 of 4 products").waitFor();
      await expect.poll(() => firstWords(page)).toEqual([found]);
    }
    await search.fill("Kenkey");
    await page.getByText("Try adjusting your search criteria").waitFor();
    await search.fill("");

    const category = page.getByRole("combobox", { name: "Category" });
    expect(await category.getByRole("option").allInnerTexts()).toEqual([
      "All categories",
      "Drinks",
      "Grains",
      "No category",
    ]);
    await category.selectOption("No category");
    await expect
      .poll(async () => new Set(await firstWords(page)))
      .toEqual(new Set(["Key", "Peak"]));
    await category.selectOption("Grains");
    await expect.poll(() => firstWords(page)).toEqual(["Gari"]);
    await page.getByRole("button", { name: "Edit Gari 1kg" }).tap();
    const form = page.getByRole("dialog", { name: "Edit product" });
    await form.getByLabel("Description").fill("White");
    await form.getByRole("button", { name: "Update Product" }).tap();
    await form.waitFor({ state: "detached" });
    await expect.poll(() => rows(page).count()).toBe(1 + PRODUCTS.length);
    await rowOf(page, "Gari 1kg").waitFor();
    await page.close();
  });

  test("SALE-46: on a wide screen the heads sort products by name, price and stock, and customers by name", async () => {
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    await openList(page);
    const press = (name: string) =>
      page.getByRole("columnheader", { name }).getByRole("button").click();
    for (const [name, order] of [
      ["Product", ["Gari", "Key", "Milo", "Peak"]],
      ["Product", ["Peak", "Milo", "Key", "Gari"]],
      ["Price", ["Key", "Gari", "Milo", "Peak"]],
      ["Stock", ["Gari", "Peak", "Milo", "Key"]],
    ] as const) {
      await press(name);
      await expect.poll(() => firstWords(page)).toEqual(order);
    }
    await page.goto(`${app.url}/app/customers`);
    await rowOf(page, "Yaw Zakari").waitFor(START);
    await press("Customer");
    await expect.poll(() => firstWords(page)).toEqual(["Abena", "Yaw"]);
    await press("Customer");
    await expect.poll(() => firstWords(page)).toEqual(["Yaw", "Abena"]);
    await page.close();
  });

  test("PROD-13, PROD-49: a stock keeper opens a product without its price, a cashier opens none", async () => {
    const keeper = await app.visitAs(await staffOf(app, owner, "stock_keeper"), { size: DESKTOP });
    await openList(keeper.page);
    const inRow = (page: Page) => rowOf(page, "Key Soap").getByRole("button");
    const labels = await inRow(keeper.page).evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.textContent),
    );
    expect(labels).toEqual(["Key Soap", "Adjust stock of Key Soap", "Edit Key Soap"]);
    expect(await keeper.page.getByRole("button", { name: "Add Product" }).count()).toBe(0);
    await keeper.page.getByRole("button", { name: "Key Soap", exact: true }).click();
    const form = keeper.page.getByRole("dialog", { name: "Edit product" });
    expect(await form.getByLabel("Price").isEditable()).toBe(false);
    expect(await form.getByLabel("Name").isEditable()).toBe(true);
    await keeper.page.close();

    const cashier = await app.visitAs(await staffOf(app, owner, "cashier"), { size: DESKTOP });
    await openList(cashier.page);
    expect(await inRow(cashier.page).count()).toBe(0);
    expect(await cashier.page.getByRole("button", { name: "Add Product" }).count()).toBe(0);
    await cashier.page.close();
  });

  test("PROD-11: a list that does not load says why, and tries again", async () => {
    const { page } = await app.visitAs(owner, { size: PHONE });
    await expectFailedLoads(page, {
      address: `${app.url}/app/products`,
      reads: "/api/products.php",
      failed: "Failed to load products",
      broken: "Error loading products",
      loaded: rowOf(page, "Gari 1kg"),
    });
    await page.close();
  });

  test("PROD-12: an empty list invites to add the first product, but not a cashier", async () => {
    const empty = await app.newShop("Empty Provisions");
    const open = async (as: Signed) => {
      const { page } = await app.visitAs(as, { size: PHONE });
      await page.goto(`${app.url}/app/products`);
      await page.getByText("Get started by adding your first product").waitFor(START);
      return page;
    };
    const cashier = await open(await staffOf(app, empty, "cashier"));
    expect(await cashier.getByRole("main").getByRole("button", { name: /^Add/ }).count()).toBe(0);
    await cashier.close();
    const page = await open(empty);
    await page.getByRole("button", { name: "Add Product" }).click();
    await page.getByRole("dialog", { name: "Add product" }).waitFor();
    await page.close();
  });

  test("PROD-62, PROD-64, PROD-65, PROD-68: several get the price that was shown, a category, or are deleted and restored, each time by one request", async () => {
    const shop = await app.newShop("Dear Provisions");
    const add = createAdder(app, shop);
    for (const [name, price] of [
      ["Ampesi", 1.01],
      ["Bofrot", 0.6],
      ["Water", 0],
    ] as const) {
      await add("products", { name, price, stock: 5 });
    }
    const open = async (as: Signed) => {
      const { page } = await app.visitAs(as, { size: DESKTOP });
      await page.goto(`${app.url}/app/products?bulk=1`);
      const dialog = page.getByRole("dialog", { name: "Change several products" });
      await dialog.getByRole("button", { name: "Choose all 3" }).click(START);
      const sent = sentBy(page, "POST", "/api/v1/products/bulk-change");
      const choose = (name: string, option: string) =>
        dialog.getByRole("combobox", { name }).selectOption(option);
      const type = (name: string, text: string) => dialog.getByLabel(name).last().fill(text);
      const question = page.getByRole("alertdialog");
      const next = () => dialog.getByRole("button", { name: "Continue" }).click();
      const answer = (name: string) => question.getByRole("button", { name }).click();
      const examples = question.getByRole("listitem");
      return { page, dialog, sent, choose, type, question, next, answer, examples };
    };

    const priced = await open(shop);
    await priced.choose("Price", "Down by");
    await priced.choose("Percent or amount", "Amount");
    await priced.type("Amount", "0.60");
    await priced.next();
    await priced.dialog.getByText("The price of Bofrot would be 0 or less.").waitFor();
    // 1.08575 and 0.645, and what is free stays free
    await priced.choose("Price", "Up by");
    await priced.choose("Percent or amount", "Percent");
    await priced.type("Percent", "7.5");
    for (const [step, ampesi, bofrot] of [
      ["To 0.05", "1.10", "0.65"],
      ["To 1.00", "1.00", "1.00"],
      ["Not rounded", "1.09", "0.65"],
    ] as const) {
      await priced.choose("Rounding", step);
      await priced.next();
      await priced.question.getByText("2 products").waitFor();
      await expect
        .poll(() => priced.examples.allInnerTexts())
        .toEqual([`Ampesi: GH₵1.01 → GH₵${ampesi}`, `Bofrot: GH₵0.60 → GH₵${bofrot}`]);
      if (step !== "Not rounded") await priced.answer("Cancel");
    }
    await priced.answer("Change");
    await priced.dialog.waitFor({ state: "detached" });
    for (const [name, price] of [
      ["Ampesi", "1.09"],
      ["Bofrot", "0.65"],
      ["Water", "0.00"],
    ] as const) {
      await rowOf(priced.page, name).getByText(price).waitFor();
    }
    expect(priced.sent).toHaveLength(1);
    await priced.page.close();

    const keeper = await open(await staffOf(app, shop, "stock_keeper"));
    const kinds = keeper.dialog.getByRole("combobox", { name: "What to change" });
    expect(await kinds.getByRole("option").allInnerTexts()).toEqual([
      "Set the category",
      "Set the low-stock level",
    ]);
    await keeper.type("Category", "Food");
    await keeper.next();
    await keeper.answer("Change");
    await keeper.dialog.waitFor({ state: "detached" });
    const category = keeper.page.getByRole("combobox", { name: "Category" });
    await category.selectOption("Food");
    await keeper.page.getByText("3 products", { exact: true }).waitFor();
    expect(keeper.sent).toHaveLength(1);
    await keeper.page.close();

    const removed = await open(shop);
    await removed.choose("What to change", "Delete");
    await removed.next();
    await removed.answer("Delete");
    await removed.page.getByText("Get started by adding your first product").waitFor();
    expect(removed.sent).toHaveLength(1);
    await removed.page.getByRole("button", { name: "Undo" }).click();
    await removed.page.getByText("3 products", { exact: true }).waitFor();
    expect(removed.sent).toHaveLength(2);
    await removed.page.close();
  });
});
