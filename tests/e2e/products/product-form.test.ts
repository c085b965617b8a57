import { join } from "node:path";

import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { createAdder, sentBy, staffOf, START } from "./shop-hands.ts";

const PATH = "/api/products.php";
const PHOTO = join(import.meta.dirname, "../../../docs/pictures/sell.phone.png");
const MOST_PICTURE_BYTES = 40_000;
const FEWEST_NAMES = 60;
/** Of the free plan. */
const PLAN_PRODUCTS = 100;
const PLAN_IS_FULL = "Not saved. Your plan does not allow more products. Upgrade to add more.";
const Uploads = z.array(z.object({ picture: z.string() }));
const Listed = z.array(z.looseObject({ name: z.string(), price: z.number(), stock: z.number() }));

/** Escape comes in the same moment as the text, as on a busy device. */
const typeAndEscape = (input: Locator, typed: string): Promise<void> =>
  input.evaluate(async (element, text) => {
    if (!(element instanceof HTMLInputElement)) throw new TypeError("no input");
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    value?.set?.call(element, text);
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }, typed);

describeWith(["postgres", "chromium"], "the form of a product in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  let add: ReturnType<typeof createAdder>;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    owner = await app.newShop("Form Provisions");
    add = createAdder(app, owner);
    await add("products", { name: "Yam", price: 20, stock: 5, category: "Vegetables" });
  });
  afterAll(() => app.close());

  const rowOf = (page: Page, name: string) =>
    page.getByRole("row", { name: new RegExp(name), includeHidden: true });
  const press = (place: Page | Locator, name: string) =>
    place.getByRole("button", { name, exact: true }).click();
  const field = (form: Locator, label: string) => form.getByLabel(new RegExp(`^${label}`));
  const fill = async (form: Locator, values: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(values)) await field(form, label).fill(text);
  };
  const valuesOf = (form: Locator, ...labels: readonly string[]) =>
    Promise.all(labels.map((label) => field(form, label).inputValue()));
  const listed = async (as = owner) =>
    Listed.parse(await app.api.ask("GET", "/api/products.php", { as }));
  const visit = async (query = "", size = DESKTOP) => {
    const { page } = await app.visitAs(owner, { size });
    await page.goto(`${app.url}/app/products${query}`);
    await rowOf(page, "Yam").waitFor(START);
    return { page, form: page.getByRole("dialog", { name: /^(Add|Edit) product$/ }) };
  };
  const openEditor = async (name: string) => {
    const opened = await visit();
    await press(opened.page, `Edit ${name}`);
    return opened;
  };

  test("PROD-04, PROD-05, PROD-06, PROD-19, PROD-22: names what is missing or wrong, takes both commas, and saves one after the other", async () => {
    const { page, form } = await visit("?add=1", PHONE);
    const sent = sentBy(page, "POST", PATH);
    await press(form, "Add Product");
    for (const missing of ["Product name", "Price", "Stock"]) {
      await form.getByText(`${missing} is required`).waitFor();
    }
    const wrong = form.getByText("Enter a price like 12.50");
    for (const price of ["1.234", "-5", "12,5000", "12,50,0"]) {
      await fill(form, { Price: "1" });
      await wrong.waitFor({ state: "detached" });
      await fill(form, { Price: price });
      await wrong.waitFor();
    }
    expect(sent).toEqual([]);

    await fill(form, { Name: "Palm oil", Price: "62,5", Stock: "3" });
    await press(form, "Save and add another");
    await form.getByText("Product added. Add the next one.").waitFor();
    await expect.poll(() => valuesOf(form, "Name", "Price", "Stock")).toEqual(["", "", ""]);
    await fill(form, { Name: "Freezer", Price: "1,062.5", Stock: "2" });
    await press(form, "Add Product");
    await form.waitFor({ state: "detached" });
    expect(await rowOf(page, "Palm oil").innerText()).toContain("62.50");
    expect(await rowOf(page, "Freezer").innerText()).toContain("1,062.50");
    expect(sent).toEqual([
      { name: "Palm oil", description: "", price: 62.5, stock: 3 },
      { name: "Freezer", description: "", price: 1062.5, stock: 2 },
    ]);
    await page.close();
  });

  test("PROD-16, PROD-17, PROD-18, PROD-23: knows another product of the name, and asks before it forgets what was typed", async () => {
    await add("products", { name: "Milo 400g", price: 45, stock: 8, category: "Drinks" });
    const { page, form } = await visit("?add=1");
    const question = page.getByRole("alertdialog");
    const isUnfolded = () => form.getByLabel("SKU").isVisible();
    await fill(form, { Name: " milo  400G", Price: "12", Stock: "4" });
    await form.getByText('There is already a product named "Milo 400g".').waitFor();
    expect(await form.locator("datalist option").allTextContents()).toEqual([
      "Drinks",
      "Vegetables",
    ]);
    expect(await isUnfolded()).toBe(false);

    await press(form, "Open it");
    await press(question, "Keep editing");
    expect(await valuesOf(form, "Price")).toEqual(["12"]);
    await press(form, "Open it");
    await press(question, "Discard");
    await page.getByRole("dialog", { name: "Edit product" }).waitFor();
    expect(await valuesOf(form, "Name", "Price", "Category")).toEqual([
      "Milo 400g",
      "45.00",
      "Drinks",
    ]);
    // One of them is used.
    expect(await isUnfolded()).toBe(true);

    await typeAndEscape(field(form, "Price"), "46");
    await question.getByText("Discard your changes?").waitFor();
    await press(question, "Keep editing");
    expect(await valuesOf(form, "Price")).toEqual(["46"]);
    await press(form, "Cancel");
    await press(question, "Discard");
    await form.waitFor({ state: "detached" });

    await press(page, "Add Product");
    await fill(form, { Name: "Milo 400g", Price: "30", Stock: "1" });
    await form.getByText(/^More:/).click();
    const more = { SKU: "M-2", Barcodes: "6001 6002", Category: "Tins", Cost: "25,5" };
    await fill(form, { ...more, "Reorder point": "6", Unit: "pack", "Parts per unit": "12" });
    await press(form, "Add Product");
    await form.waitFor({ state: "detached" });
    await expect.poll(() => rowOf(page, "Milo 400g").count(), START).toBe(2);
    expect((await listed()).find(({ price }) => price === 30)).toMatchObject({
      name: "Milo 400g",
      sku: "M-2",
      barcodes: ["6001", "6002"],
      category: "Tins",
      cost: 25.5,
      reorder_point: 6,
      unit: { name: "pack", per_unit: 12 },
    });
    await page.close();
  });

  test("PROD-07, PROD-08, PROD-09: sends only what changed, and keeps the form when its stock is stale", async () => {
    const id = await add("products", { name: "Ideal milk", price: 9, stock: 20 });
    const { page, form } = await openEditor("Ideal milk");
    const sent = sentBy(page, "PUT", PATH);
    expect(await valuesOf(form, "Name", "Price", "Stock")).toEqual(["Ideal milk", "9.00", "20"]);
    await fill(form, { Price: "9.5" });
    await press(form, "Update Product");
    await form.waitFor({ state: "detached" });
    expect(sent).toEqual([{ id, price: 9.5 }]);

    await press(page, "Edit Ideal milk");
    await fill(form, { Stock: "30", Description: "Tin" });
    const body = { product_id: id, type: "add", quantity: 5 };
    await app.api.ask("POST", "/api/v1/stock-movements", { as: owner, body });
    await press(form, "Update Product");
    await form
      .getByRole("alert")
      .getByText(/^Not saved\./)
      .waitFor();
    expect(await valuesOf(form, "Stock", "Description")).toEqual(["30", "Tin"]);
    const change = { id, description: "Tin", stock: 30 };
    expect(sent.slice(1)).toEqual([{ ...change, expected_stock: 20 }]);

    // With the stock of now it is saved.
    await form.getByText(/^25 in stock now/).waitFor();
    await press(form, "Update Product");
    await form.waitFor({ state: "detached" });
    expect(sent.slice(2)).toEqual([{ ...change, expected_stock: 25 }]);
    await rowOf(page, "Ideal milk").getByText("30 in stock").waitFor();
    await page.close();
  });

  test("PROD-10, PROD-14: deletes once the server agrees; past sales keep the product, and it comes back", async () => {
    const product = await add("products", { name: "Omo 500g", price: 30, stock: 9 });
    const items = [{ product_id: product, quantity: 1, unit_price: 30 }];
    const sale = await add("sales", { items, payment_method: "cash" });
    const { page } = await visit();
    let hold: (route: Route) => void = () => undefined;
    const held = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    await page.route(`**${PATH}**`, (route) =>
      route.request().method() === "DELETE" ? hold(route) : route.continue(),
    );
    await press(page, "Delete Omo 500g");
    const question = page.getByRole("alertdialog", { name: "Delete Omo 500g?" });
    await question.getByText("Are you sure you want to delete this product?").waitFor();
    await press(question, "Delete");
    const route = await held;
    const row = page.getByRole("row", { name: /Omo 500g/, includeHidden: true });
    expect(await row.count()).toBe(1);
    await route.continue();
    await row.waitFor({ state: "detached" });

    for (const [screen, other] of [
      ["inventory", "Yam stock movements"],
      ["sell", /^Yam/],
    ] as const) {
      await page.goto(`${app.url}/app/${screen}`);
      await page.getByRole("button", { name: other }).first().waitFor(START);
      // What this browser kept of an earlier list is shown until the new one is there.
      await expect.poll(() => page.getByText("Omo 500g").count(), START).toBe(0);
    }
    await page.goto(`${app.url}/app/sales?sale=${sale}`);
    await page.getByRole("article", { name: "Receipt" }).getByText("Omo 500g").waitFor(START);

    await page.goto(`${app.url}/app/products?deleted=1`);
    await press(page.getByRole("dialog", { name: "Deleted products" }), "Restore Omo 500g");
    await page.getByText("No deleted products").waitFor(START);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await rowOf(page, "Omo 500g").getByText("8 left").waitFor();
    await page.close();
  });

  test("PROD-20, PROD-21: adds from the lists of six trades what has a price, and names a wrong one where it is", async () => {
    const shop = await app.newShop("Starting Provisions");
    const { page } = await app.visitAs(shop, { size: PHONE });
    await page.goto(`${app.url}/app/products`);
    await page.getByRole("button", { name: "Add from a list" }).click(START);
    const form = page.getByRole("dialog", { name: "Add products from a list" });
    const trade = form.getByRole("combobox", { name: "What do you sell?" });
    const names = form.getByRole("listitem");
    await form.getByLabel("Price of Milo 400g").waitFor(START);
    const trades = await trade.getByRole("option").allInnerTexts();
    expect(trades).toHaveLength(6);
    const firsts = [await names.first().innerText()];
    for (const label of trades.toReversed()) {
      await trade.selectOption(label);
      await expect.poll(() => names.count()).toBeGreaterThanOrEqual(FEWEST_NAMES);
      await expect.poll(() => names.first().innerText()).not.toBe(firsts.at(-1));
      firsts.push(await names.first().innerText());
    }
    expect(new Set(firsts).size).toBe(trades.length);
    await fill(form, { "Price of Milo 400g": "1.234", "Stock of Milo 400g": "7" });
    await trade.selectOption("Café and food");
    await fill(form, { "Price of Koose": "5" });
    await press(form, "Add 2 products");
    const milo = names.filter({ hasText: "Milo 400g" });
    await milo.getByText("Enter a price like 12.50").waitFor();
    expect(await valuesOf(milo, "Price of", "Stock of")).toEqual(["1.234", "7"]);
    await fill(form, { "Price of Milo 400g": "62,50" });
    await press(form, "Add 2 products");
    await form.waitFor({ state: "detached" });
    expect(await rowOf(page, "Milo 400g").innerText()).toContain("7 left");
    expect(await rowOf(page, "Koose").innerText()).toContain("5.00");

    await page.goto(`${app.url}/app/products?starter=1`);
    await form.getByLabel("Price of Omo 500g").waitFor(START);
    await form.getByLabel("Price of Milo 400g").waitFor({ state: "detached" });
    await page.close();
  });

  test("PROD-15: of two people who add the last product of the plan in the same moment one is refused", async () => {
    const shop = await app.newShop("Full Provisions");
    const manager = await staffOf(app, shop, "manager");
    const names = Array.from({ length: PLAN_PRODUCTS - 1 }, (_, at) => `Bead ${at + 1},1`);
    const csv = ["name,price", ...names].join("\n");
    await app.api.ask("POST", "/api/v1/products/import", { as: shop, body: { csv } });
    await app.endTrial(shop);
    const all = Promise.withResolvers<undefined>();
    let waiting = 0;
    const open = async (as: Signed) => {
      const { page } = await app.visitAs(as, { size: PHONE });
      await page.route(`**${PATH}`, async (route) => {
        if (route.request().method() === "POST") {
          waiting += 1;
          if (waiting === 2) all.resolve(undefined);
          await all.promise;
        }
        await route.continue();
      });
      await page.goto(`${app.url}/app/products?add=1`);
      const form = page.getByRole("dialog", { name: "Add product" });
      await field(form, "Name").fill("Kente", START);
      await fill(form, { Price: "80", Stock: "3" });
      return { page, form };
    };
    const both = await Promise.all([open(shop), open(manager)]);
    for (const { form } of both) await press(form, "Add Product");
    const outcomes = async () => {
      const texts = both.map(async ({ form }) =>
        (await form.count()) === 0
          ? "saved"
          : (await form.getByRole("alert").allInnerTexts()).join(),
      );
      return (await Promise.all(texts)).toSorted();
    };
    await expect.poll(outcomes, START).toEqual([PLAN_IS_FULL, "saved"]);
    expect(await listed(shop)).toHaveLength(PLAN_PRODUCTS);
    for (const { page } of both) await page.close();
  });

  test("PROD-56: makes a photo small, as JPEG where the browser writes no WebP, and refuses a text", async () => {
    for (const [name, start] of [
      ["Cloth of WebP", "UklGR"],
      ["Cloth of JPEG", "/9j/"],
    ] as const) {
      await add("products", { name, price: 80, stock: 3 });
      const { page, form } = await openEditor(name);
      const uploads = sentBy(page, "POST", "/api/v1/pictures");
      if (start === "/9j/") await page.evaluate(writeNoWebP);
      const file = form.locator("input[type=file]");
      await file.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("a") });
      await form.getByText(/^This file is not a picture/).waitFor();
      await file.setInputFiles(PHOTO);
      await form.getByRole("img", { name: "Preview" }).waitFor();
      await press(form, "Update Product");
      await form.waitFor({ state: "detached" });
      const shown = rowOf(page, name).locator("img");
      await shown.waitFor();
      const sizes = shown.evaluate((image: HTMLImageElement) => [
        image.naturalWidth,
        image.naturalHeight,
      ]);
      expect(await sizes).toEqual([320, 320]);
      const [upload] = Uploads.parse(uploads);
      expect(upload?.picture.startsWith(start)).toBe(true);
      expect(Buffer.from(upload?.picture ?? "", "base64").length).toBeLessThanOrEqual(
        MOST_PICTURE_BYTES,
      );
      await page.close();
    }
  });
});

/** In the page: as in Safari, which answers with PNG. */
function writeNoWebP(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its canvas
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function toOther(done, type, quality) {
    toBlob.call(this, done, type === "image/webp" ? "image/png" : type, quality);
  };
}
