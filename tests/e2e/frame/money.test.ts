import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { bodyText } from "#tests/kit/browser/screens/screen.ts";
import { becomeTill, openTill } from "#tests/kit/browser/screens/till.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 60_000 };
const Id = z.object({ id: z.string() });
const Products = z.array(z.object({ id: z.string(), price: z.number() }));
const Sales = z.array(z.object({ id: z.string(), total_amount: z.number() }));
const Sale = z.object({
  total_amount: z.number(),
  items: z.array(z.object({ name: z.string(), discount: z.number(), total: z.number() })),
});

const byAmount = (a: number, b: number): number => a - b;

describeWith(["postgres", "chromium"], "money in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  type Product = Readonly<{ name: string; price: number; stock: number; reorder_point?: number }>;

  /** A shop with these products, whose owner sells on a desktop. */
  async function openShop(name: string, products: readonly Product[]) {
    const as = await app.newShop(name);
    const ask = (method: string, path: string, body?: object) =>
      app.api.ask(method, path, { as, body });
    for (const body of products) Id.parse(await ask("POST", "/api/products.php", body));
    const { page } = await app.visitAs(as, { size: DESKTOP });
    return { as, ask, page };
  }
  type Ask = (method: string, path: string, body?: object) => Promise<unknown>;
  /** One of the first product, in cash. */
  async function sellOne(ask: Ask): Promise<void> {
    const [product] = Products.parse(await ask("GET", "/api/products.php"));
    if (product === undefined) throw new Error("no product");
    const items = [{ product_id: product.id, quantity: 1, unit_price: product.price }];
    await ask("POST", "/api/sales.php", { items, payment_method: "cash" });
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
  const press = (page: Page, name: string | RegExp) => button(page, name).click(PATIENCE);

  async function openSell(page: Page, first: string): Promise<void> {
    await openTill(page, app.url, new RegExp(`^${first}`));
    await becomeTill(page);
  }
  /** Puts one of each into the cart. */
  async function pick(page: Page, names: readonly string[]): Promise<void> {
    for (const name of names) await press(page, new RegExp(`^${name}`));
    await page
      .getByRole("complementary", { name: "Cart" })
      .getByRole("button", { name: /^Charge/ })
      .waitFor();
  }
  async function discountCart(page: Page, kind: "Amount" | "Percent", text: string): Promise<void> {
    await page.keyboard.press("F4");
    await page.getByText(kind, { exact: true }).click(PATIENCE);
    await page.getByLabel("Discount (optional)").fill(text);
    await press(page, "Done");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  /** Pays in cash, and answers the text of the receipt. */
  async function pay(page: Page): Promise<string> {
    await press(page, /^Charge/);
    await press(page, /^Exact/);
    const receipt = page.getByRole("region", { name: "Paid" }).getByRole("article");
    await receipt.waitFor(PATIENCE);
    return (await receipt.innerText()).replaceAll(/\s+/g, " ");
  }
  const newest = async (as: Signed) => {
    const list = await app.api.ask("GET", "/api/sales.php?limit=1&page=1", { as });
    return Sales.parse(list)[0];
  };
  /** What is stored of the newest sale, once it has this total. */
  async function recorded(as: Signed, total: number) {
    await expect.poll(async () => (await newest(as))?.total_amount, PATIENCE).toBe(total);
    const { id = "" } = (await newest(as)) ?? {};
    const sale = Sale.parse(await app.api.ask("GET", `/api/v1/sales/${id}`, { as }));
    return { id, sale };
  }

  test("MONEY-01, MONEY-02: amounts are whole pesewas with sign, thousands and two decimals, in cart, receipt and list", async () => {
    const { as, page } = await openShop("Exact Stores", [
      { name: "Generator", price: 1_234.5, stock: 3 },
      { name: "Tenth", price: 0.1, stock: 9 },
      { name: "Fifth", price: 0.2, stock: 9 },
    ]);
    await openSell(page, "Generator");
    await pick(page, ["Tenth", "Fifth"]);
    await button(page, /^Charge GH₵0\.30/).waitFor();
    expect(await pay(page)).toContain("Total GH₵0.30");
    // As floats they make 0.30000000000000004.
    const { sale } = await recorded(as, 0.3);
    expect(sale.items.map(({ total }) => total).toSorted(byAmount)).toEqual([0.1, 0.2]);

    await page.reload();
    await pick(page, ["Generator"]);
    expect(await pay(page)).toContain("Total GH₵1,234.50");
    await recorded(as, 1_234.5);
    await page.goto(`${app.url}/app/sales`);
    await page.getByRole("row").nth(1).getByText("GH₵1,234.50").waitFor(PATIENCE);
    await page.getByRole("row").nth(2).getByText("GH₵0.30").waitFor();
  });

  test("MONEY-07, MONEY-11: the tax is rounded half up and split by the acts of the day, and a sale keeps its rate", async () => {
    const { as, ask, page } = await openShop("Levy Stores", [
      { name: "Sweet", price: 0.24, stock: 9 },
      { name: "Basket", price: 9.99, stock: 9 },
    ]);
    await ask("PUT", "/api/v1/settings/business", { tax_rate: 20, tax_profile: "registered" });
    await openSell(page, "Sweet");
    await pick(page, ["Sweet"]);
    // 0.04 in all: each levy is half a pesewa, rounded up, and VAT the rest.
    const split = "incl. VAT 15% 0.02 incl. NHIL 2.5% 0.01 incl. GETFund 2.5% 0.01";
    expect(await pay(page)).toContain(split);
    const { id } = await recorded(as, 0.24);

    await page.reload();
    await pick(page, ["Basket"]);
    // 1.665 in all.
    expect(await pay(page)).toContain(
      "incl. VAT 15% 1.25 incl. NHIL 2.5% 0.21 incl. GETFund 2.5% 0.21",
    );
    await recorded(as, 9.99);
    await ask("PUT", "/api/v1/settings/business", { tax_rate: 0 });
    await page.goto(`${app.url}/app/sales?sale=${id}`);
    await page.getByRole("dialog").getByRole("article").waitFor(PATIENCE);
    await expect.poll(() => bodyText(page)).toContain(split);
  });

  test("MONEY-12: a percentage is rounded per line, and an amount is split by what the lines cost, to the pesewa", async () => {
    const { as, page } = await openShop("Shared Stores", [
      { name: "First", price: 1, stock: 9 },
      { name: "Second", price: 1, stock: 9 },
      { name: "Third", price: 1, stock: 9 },
      { name: "Half", price: 0.5, stock: 9 },
    ]);
    await openSell(page, "First");
    await pick(page, ["First", "Second", "Third"]);
    await discountCart(page, "Amount", "1");
    expect(await pay(page)).toContain("Total GH₵2.00");
    const { sale: split } = await recorded(as, 2);
    expect(split.items.map(({ discount }) => discount).toSorted(byAmount)).toEqual([
      0.33, 0.33, 0.34,
    ]);
    expect(split.items.map(({ total }) => total).toSorted(byAmount)).toEqual([0.66, 0.67, 0.67]);

    await page.reload();
    await pick(page, ["Half", "First"]);
    await discountCart(page, "Percent", "5");
    // 0.475 is left of one, 0.95 of the other.
    expect(await pay(page)).toContain("Total GH₵1.43");
    const { sale: percent } = await recorded(as, 1.43);
    expect(percent.items.map(({ total }) => total).toSorted(byAmount)).toEqual([0.48, 0.95]);
  });

  test("MONEY-13: a discount up to the limit of its line, rounded up to a pesewa, needs no approval", async () => {
    const owner = await app.signedIn("owner");
    const ask = (method: string, path: string, body: object) =>
      app.api.ask(method, path, { as: owner, body });
    await ask("PUT", "/api/v1/settings/business", { discount_limit: 5 });
    await ask("POST", "/api/products.php", { name: "Halfpenny", price: 0.5, stock: 9 });
    const { page } = await app.visit("cashier", { size: DESKTOP });
    await openTill(page, app.url, /^Halfpenny/);
    const takeOff = async (text: string): Promise<void> => {
      await press(page, "Change Halfpenny");
      await page.getByText("Amount", { exact: true }).click(PATIENCE);
      await page.getByLabel("Discount (optional)").fill(text);
      await press(page, "Done");
    };
    await pick(page, ["Halfpenny"]);
    // 5 % of 0.50 is 0.025.
    await takeOff("0.03");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(page, /^Charge GH₵0\.47/).waitFor();
    await takeOff("0.04");
    const refused = page
      .getByRole("dialog", { name: "Needs approval" })
      .or(page.getByText("An owner or manager can approve more."));
    await refused.first().waitFor(PATIENCE);
    await page.reload();
    await button(page, /^Charge GH₵0\.47/).waitFor(PATIENCE);
  });

  test("MONEY-05, MONEY-06: an amount that is none, or too large, is refused where it is typed", async () => {
    const { page } = await openShop("Typed Stores", []);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.goto(`${app.url}/app/products?add=1`);
    const dialog = page.getByRole("dialog");
    const price = dialog.getByLabel("Price", { exact: true });
    await dialog.getByLabel("Name", { exact: true }).fill("Wrongly priced", PATIENCE);
    await dialog.getByLabel("Stock", { exact: true }).fill("3");
    for (const typed of ["1.234", "-1", "+1", "1e3", "١", "", "10000000"]) {
      await price.fill(typed);
      await dialog.locator("button[type=submit]").click();
      await expect.poll(() => price.getAttribute("aria-invalid")).toBe("true");
    }
    expect(sent).not.toContain("/api/products.php");
    await price.fill("9999999.99");
    await dialog.locator("button[type=submit]").click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /Wrongly priced/ })
      .getByText("9,999,999.99")
      .waitFor();

    await page.goto(`${app.url}/app/sales?new=1`);
    await page.getByLabel("Add a product").fill("Wrongly", PATIENCE);
    await page.getByRole("option").first().click();
    const quantity = page.getByLabel("Quantity of Wrongly priced");
    for (const typed of ["0", "-1", "1000001"]) {
      await quantity.fill(typed);
      await page.getByRole("button", { name: /^Save sale/ }).click();
      await expect.poll(() => quantity.getAttribute("aria-invalid")).toBe("true");
    }
    expect(sent).not.toContain("/api/sales.php");
  });

  test("MONEY-10: what is low is said by the reorder point of a product, or else by the threshold of the shop", async () => {
    const { ask, page } = await openShop("Reorder Stores", [
      { name: "Reordered rice", price: 5, stock: 15, reorder_point: 20 },
      { name: "Plenty of beans", price: 5, stock: 15 },
      { name: "Scarce sugar", price: 5, stock: 4 },
      { name: "Settled salt", price: 5, stock: 4, reorder_point: 2 },
    ]);
    // Reports start with the first sale.
    await sellOne(ask);
    await page.goto(`${app.url}/app/reports`);
    const low = page.locator("section", { hasText: "Low Stock Alert" }).last();
    await low.getByText("Reordered rice").waitFor(PATIENCE);
    await low.getByText("Scarce sugar").waitFor();
    expect(await low.getByText(/Plenty of beans|Settled salt/).count()).toBe(0);
  });

  test("MONEY-08: no sum adds two currencies", async () => {
    const { ask, page } = await openShop("Two Currency Stores", [
      { name: "Radio", price: 7, stock: 9 },
    ]);
    const sell = () => sellOne(ask);
    await sell();
    await sell();
    await ask("PUT", "/api/v1/settings/business", { currency: "USD" });
    await sell();
    await page.goto(`${app.url}/app/sales`);
    await expect.poll(() => page.getByRole("row").count(), PATIENCE).toBe(4);
    const rows = await page.getByRole("row").allInnerTexts();
    expect(rows.filter((row) => row.includes("GH₵7.00"))).toHaveLength(2);
    expect(rows.filter((row) => row.includes("$7.00"))).toHaveLength(1);
    const dashboard = z
      .object({ totalSales: z.number() })
      .parse(await ask("GET", "/api/dashboard.php"));
    expect(dashboard.totalSales).toBe(7);
    await page.goto(`${app.url}/app/dashboard`);
    await page.getByText("14.00").first().waitFor(PATIENCE);
    expect(await bodyText(page)).not.toContain("21.00");
  });
});
