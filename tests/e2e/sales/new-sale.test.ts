import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { createAdder, refuses, sentBy, staffOf, START } from "#tests/e2e/products/shop-hands.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const SALES = "/api/sales.php";
const A_DAY_MS = 86_400_000;
const NO_ITEMS = "No items yet. Find a product above to add it.";
const Sales = z.array(z.object({ total_amount: z.number() }));
const Stocks = z.array(z.object({ id: z.string(), stock: z.number() }));

describeWith(["postgres", "chromium"], "a sale that is entered in Sales", () => {
  let app: OpenProduct;
  let owner: Signed;
  let add: ReturnType<typeof createAdder>;
  let milo: string;
  let gari: string;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    owner = await app.newShop("Entered Provisions");
    add = createAdder(app, owner);
    milo = await add("products", { name: "Milo 400g", price: 62.5, stock: 900 });
    gari = await add("products", { name: "Gari 1kg", price: 14, stock: 900 });
  });
  afterAll(() => app.close());

  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Enter a past sale" });
  const press = (place: Page | Locator, name: string | RegExp) =>
    place.getByRole("button", { name }).click();
  const visit = async (as: Signed = owner, size = DESKTOP) => {
    const { page } = await app.visitAs(as, { size });
    await page.goto(`${app.url}/app/sales`);
    await page.getByRole("button", { name: "New Sale" }).first().click(START);
    const dialog = dialogOf(page);
    await dialog.getByText(NO_ITEMS).waitFor();
    return { page, dialog, sent: sentBy(page, "POST", SALES) };
  };
  const choose = async (dialog: Locator, box: string, text: string, option: RegExp) => {
    await dialog.getByRole("combobox", { name: box }).fill(text);
    await dialog.getByRole("option", { name: option }).click();
  };
  const pick = (dialog: Locator, name: string) =>
    choose(dialog, "Add a product", name.toLowerCase(), new RegExp(name));
  const quantityOf = (dialog: Locator, name: string) => dialog.getByLabel(`Quantity of ${name}`);
  const priceOf = (dialog: Locator, name: string) => dialog.getByLabel(`Unit price of ${name}`);
  const save = (dialog: Locator) => press(dialog, /^Save sale/);
  const rows = (page: Page) => page.getByRole("main").getByRole("row");
  const salesOf = async (total: number) =>
    Sales.parse(await app.api.ask("GET", "/api/sales.php", { as: owner })).filter(
      (sale) => sale.total_amount === total,
    );

  test("SALE-03, SALE-04, SALE-05, SALE-06, SALE-09: products, prices, a total and a method are chosen, and the list has the sale", async () => {
    const { page, dialog, sent } = await visit(owner, PHONE);
    expect(await dialog.getByText("Walk-in Customer").count()).toBe(1);
    expect(await dialog.getByRole("radio").count()).toBe(4);
    expect(await dialog.getByRole("radio", { name: "Cash" }).isChecked()).toBe(true);

    await pick(dialog, "Milo 400g");
    await pick(dialog, "Gari 1kg");
    await pick(dialog, "Milo 400g");
    expect(await quantityOf(dialog, "Milo 400g").inputValue()).toBe("2");
    expect(await priceOf(dialog, "Milo 400g").inputValue()).toBe("62.50");
    await dialog.getByRole("button", { name: "Save sale GH₵139.00" }).waitFor();
    await dialog.getByText("2 products, 3 units").waitFor();
    await press(dialog, "Remove Gari 1kg");
    await dialog.getByRole("button", { name: "Save sale GH₵125.00" }).waitFor();
    await quantityOf(dialog, "Milo 400g").fill("3");
    await priceOf(dialog, "Milo 400g").fill("60.10");
    await dialog.getByRole("button", { name: "Save sale GH₵180.30" }).waitFor();
    await dialog.getByText("Bank transfer", { exact: true }).click();
    await save(dialog);
    await dialog.waitFor({ state: "detached" });
    const row = rows(page).filter({ hasText: "180.30" });
    await row.getByText("Bank transfer").waitFor();
    await row.getByText("Walk-in Customer").waitFor();
    const items = [{ product_id: milo, quantity: 3, unit_price: 60.1 }];
    const sale = { customer_id: null, items, payment_method: "bank_transfer", notes: "" };
    expect(sent).toEqual([sale]);

    for (const method of ["Cash", "Mobile money", "Card"]) {
      await press(page, "New Sale");
      await dialog.getByText(NO_ITEMS).waitFor();
      expect(await dialog.getByRole("radio", { name: "Cash" }).isChecked()).toBe(true);
      await pick(dialog, "Gari 1kg");
      await dialog.getByText(method, { exact: true }).click();
      await save(dialog);
      await dialog.waitFor({ state: "detached" });
    }
    expect(sent.slice(1)).toMatchObject([
      { payment_method: "cash" },
      { payment_method: "mobile_money" },
      { payment_method: "card" },
    ]);
    await page.close();
  });

  test("SALE-35, SALE-36: a past sale has its day and time, and a customer who was found by name, phone or email", async () => {
    const kwame = { first_name: "Kwame", last_name: "Boateng", email: "kwame@shop.example" };
    const id = await add("customers", { ...kwame, phone: "024 811 4470" });
    const { page, dialog, sent } = await visit();
    await pick(dialog, "Gari 1kg");
    for (const words of ["kwame b", "811 44", "KWAME@SHOP"]) {
      await choose(dialog, "Find a customer", words, /Kwame Boateng/);
      await dialog.getByText("Walk-in Customer").waitFor({ state: "detached" });
      await dialog.getByRole("button", { name: "Remove", exact: true }).click();
      await dialog.getByText("Walk-in Customer").waitFor();
    }
    await choose(dialog, "Find a customer", "kwame", /Kwame Boateng/);
    const day = new Date(Date.now() - A_DAY_MS).toISOString().slice(0, 10);
    await dialog.getByLabel("Day").fill(day);
    await dialog.getByLabel("Time").fill("14:05");
    await save(dialog);
    await dialog.waitFor({ state: "detached" });
    const row = rows(page).filter({ hasText: "Kwame Boateng" });
    await row.locator(`time[datetime^="${day}T14:05:00"]`).first().waitFor({ state: "attached" });
    expect(await row.innerText()).toContain("14:05");
    expect(sent).toMatchObject([{ customer_id: id, occurred_at: `${day}T14:05:00.000Z` }]);
    await page.close();
  });

  test("SALE-07, SALE-08: a sale without items, and a line without quantity or price, are not sent", async () => {
    const { page, dialog, sent } = await visit();
    await save(dialog);
    await dialog.getByRole("alert").getByText("Please add at least one item to the sale").waitFor();
    await pick(dialog, "Milo 400g");
    await pick(dialog, "Gari 1kg");
    const line = dialog.getByRole("listitem").filter({ hasText: "Gari 1kg" });
    await quantityOf(dialog, "Gari 1kg").fill("0");
    await priceOf(dialog, "Gari 1kg").fill("");
    await save(dialog);
    const problem = line.getByRole("alert");
    await problem.getByText(/Quantity must be a whole number from 1 to 1,000,000/).waitFor();
    await problem.getByText(/price/i).waitFor();
    expect(await dialog.getByRole("alert").count()).toBe(1);
    expect(sent).toEqual([]);
    await page.close();
  });

  test("SALE-10, SALE-12, SALE-29: more than is in stock is refused and nothing is written, unless the shop may decide", async () => {
    const id = await add("products", { name: "Peak Milk", price: 77, stock: 6 });
    const stock = async () =>
      Stocks.parse(await app.api.ask("GET", "/api/products.php", { as: owner })).find(
        (product) => product.id === id,
      )?.stock;
    const policy = (oversell_policy: string) =>
      app.api.ask("PUT", "/api/v1/settings/business", { as: owner, body: { oversell_policy } });
    await policy("block");
    const { page, dialog } = await visit();
    await pick(dialog, "Peak Milk");
    await quantityOf(dialog, "Peak Milk").fill("7");
    await save(dialog);
    await dialog.getByText("Not saved. Insufficient stock for Peak Milk").waitFor();
    expect(await quantityOf(dialog, "Peak Milk").inputValue()).toBe("7");
    expect(await dialog.getByRole("button", { name: "Sell anyway" }).count()).toBe(0);
    expect([await stock(), await salesOf(539)]).toEqual([6, []]);
    await page.close();

    await policy("warn");
    const asked = await visit();
    await pick(asked.dialog, "Peak Milk");
    await quantityOf(asked.dialog, "Peak Milk").fill("7");
    await save(asked.dialog);
    await press(asked.dialog, "Sell anyway");
    await asked.dialog.waitFor({ state: "detached" });
    await rows(asked.page).filter({ hasText: "539.00" }).waitFor();
    expect(await stock()).toBe(-1);
    await asked.page.close();
  });

  test("SALE-11: a sale whose answer was lost is sent again with its key and time, and recorded once", async () => {
    const { page, dialog, sent } = await visit();
    const keys: (string | undefined)[] = [];
    await page.route(`**${SALES}`, async (route) => {
      const request = route.request();
      if (request.method() !== "POST") return route.continue();
      keys.push(request.headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await pick(dialog, "Gari 1kg");
    await quantityOf(dialog, "Gari 1kg").fill("31");
    await dialog.getByLabel("Time").fill("00:00");
    await save(dialog);
    await page
      .getByText(/keep sending it until it is confirmed/)
      .first()
      .waitFor();
    await dialog.waitFor({ state: "detached" });
    const again = page.getByRole("button", { name: "Send again" });
    const isSent = async () => {
      if (await again.isVisible()) await again.click().catch(() => undefined);
      return keys.length > 1;
    };
    await expect.poll(isSent, { timeout: START.timeout }).toBe(true);
    await page.getByText("Unconfirmed sales").waitFor({ state: "detached" });
    expect(new Set(keys).size).toBe(1);
    expect(sent[1]).toEqual(sent[0]);
    expect(await salesOf(434)).toHaveLength(1);
    await expect.poll(() => rows(page).filter({ hasText: "434.00" }).count()).toBe(1);
    await page.close();
  });

  test("SALE-23: two equal sales in a row are two sales", async () => {
    const { page, dialog } = await visit();
    for (const times of [1, 2]) {
      await pick(dialog, "Gari 1kg");
      await quantityOf(dialog, "Gari 1kg").fill("23");
      await save(dialog);
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => rows(page).filter({ hasText: "322.00" }).count()).toBe(times);
      await press(page, "New Sale");
      await dialog.getByText(NO_ITEMS).waitFor();
    }
    expect(await salesOf(322)).toHaveLength(2);
    await page.close();
  });

  test("SALE-13: a cashier sells at the product's price, and the server refuses another", async () => {
    const cashier = await staffOf(app, owner, "cashier");
    const { page, dialog } = await visit(cashier);
    await pick(dialog, "Milo 400g");
    expect(await priceOf(dialog, "Milo 400g").isEditable()).toBe(false);
    await quantityOf(dialog, "Milo 400g").fill("13");
    await save(dialog);
    await dialog.waitFor({ state: "detached" });
    await rows(page).filter({ hasText: "812.50" }).waitFor();
    const items = [{ product_id: gari, quantity: 1, unit_price: 13 }];
    const body = { items, payment_method: "cash" };
    await expect(app.api.ask("POST", SALES, { as: cashier, body })).rejects.toThrow(/price/i);
    await page.close();
  });

  test("SALE-20: without customers and products the page is usable, and the dialog asks for them again", async () => {
    await add("customers", { first_name: "Later", last_name: "Loaded" });
    await add("sales", {
      items: [{ product_id: gari, quantity: 20, unit_price: 14 }],
      payment_method: "cash",
    });
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    const isList = ({ pathname }: URL) => /\/(customers|products)\.php$/.test(pathname);
    await page.route(isList, refuses(403, "The shop is being moved."));
    await page.goto(`${app.url}/app/sales`);
    await rows(page).filter({ hasText: "280.00" }).waitFor(START);
    await press(page, "New Sale");
    const dialog = dialogOf(page);
    await dialog.getByRole("combobox", { name: "Find a customer" }).fill("later");
    await dialog.getByText("Couldn't load customers.").waitFor(START);
    await dialog.getByRole("combobox", { name: "Add a product" }).fill("gari");
    await dialog.getByText(/^Couldn't load products\./).waitFor(START);
    await press(dialog, "Close");
    await dialog.waitFor({ state: "detached" });
    await page.unroute(isList);
    await press(page, "New Sale");
    await pick(dialog, "Gari 1kg");
    await choose(dialog, "Find a customer", "later", /Later Loaded/);
    await page.close();
  });
});
