import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const [BASKET, BREAD] = ["Hand-woven basket", "Tea bread"];
const MAT = { name: "Reed mat", price: 31, stock: 9 };

const Added = z.object({ id: z.string() });
const Sales = z.array(z.object({ total_amount: z.number() }));

describeWith(["postgres", "chromium"], "a shop that is registered for tax", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  /** Adds bread that is exempt, in the form. */
  async function addBread(page: Page): Promise<void> {
    await page.goto(`${app.url}/app/products?add=1`);
    const form = page.getByRole("dialog", { name: "Add product" });
    await form.getByLabel("Name").fill(BREAD);
    await form.getByLabel("Price").fill("12");
    await form.getByLabel("Stock", { exact: true }).fill("20");
    await form.getByLabel("Tax", { exact: true }).selectOption("Exempt");
    await form.getByRole("button", { name: "Add Product" }).click();
    await form.waitFor({ state: "detached" });
  }

  /** Sells one of each in cash, and answers the text of the receipt without the spaces between. */
  async function sellBoth(page: Page, exact: string): Promise<string> {
    await page.goto(`${app.url}/app/sell`);
    for (const name of [BASKET, BREAD]) {
      await page.getByLabel("Search or scan").fill(name);
      await page
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .first()
        .click();
    }
    await page.getByRole("button", { name: /^2 items/ }).click();
    const cart = page.getByRole("dialog", { name: "2 items" });
    await cart.getByRole("button", { name: /^Charge/ }).click();
    await page.getByRole("button", { name: new RegExp(`^Exact ${exact}`) }).click();
    await page.getByRole("region", { name: "Paid" }).waitFor();
    const receipt = page.getByRole("article", { name: "Receipt" });
    await receipt.waitFor();
    return (await receipt.innerText()).replaceAll(/\s+/g, " ");
  }

  test("TAX-12, TAX-13, TAX-16, TAX-17: sells a standard and an exempt product; receipt and report say so", async () => {
    const as = await app.signedIn("owner");
    const ask = (method: "POST" | "PUT", url: string, body: object) =>
      app.api.ask(method, url, { as, body });
    await ask("PUT", "/api/v1/settings/business", { tax_rate: 20, tax_profile: "registered" });
    await ask("POST", "/api/products.php", { name: BASKET, price: 10, stock: 9 });
    const { page } = await app.visit("owner", { size: PHONE });
    await addBread(page);

    expect(await sellBoth(page, "22.00")).toContain(
      "Total GH₵22.00 incl. VAT 15% 1.25 incl. NHIL 2.5% 0.21 incl. GETFund 2.5% 0.21 Exempt 12.00",
    );

    await ask("PUT", "/api/v1/settings/business", { tax_mode: "exclusive" });
    const { page: later } = await app.visit("owner", { size: PHONE });
    expect(await sellBoth(later, "24.00")).toContain(
      "Subtotal 22.00 VAT 15% 1.50 NHIL 2.5% 0.25 GETFund 2.5% 0.25 Total GH₵24.00 Exempt 12.00",
    );

    await page.goto(`${app.url}/app/reports?by=tax&period=7`);
    const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await row("VAT 15%").getByText("2 orders, GH₵18.33 without tax").waitFor();
    await row("Standard-rated").getByText("GH₵18.33").waitFor();
    await row("Exempt").getByText("GH₵24.00").waitFor();
  });

  test("SALE-80: a sale that was begun before a product became exempt shows the total that is recorded", async () => {
    const as = await app.signedIn("owner");
    const ask = (method: "GET" | "POST" | "PUT", url: string, body?: object) =>
      app.api.ask(method, url, { as, ...(body && { body }) });
    const business = { tax_rate: 20, tax_profile: "registered", tax_mode: "exclusive" };
    await ask("PUT", "/api/v1/settings/business", business);
    const { id } = Added.parse(await ask("POST", "/api/products.php", MAT));
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sales?new=1`);
    await page.getByRole("combobox", { name: "Add a product" }).fill(MAT.name);
    await page.getByRole("option", { name: new RegExp(MAT.name) }).click();
    const save = (total: string) => page.getByRole("button", { name: `Save sale GH₵${total}` });
    await save("37.20").waitFor();

    await ask("PUT", "/api/products.php", { id, tax_category: "exempt" });
    await page.reload();
    await page.getByText("This is the new total.").waitFor();
    await save("31.00").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const newest = async () =>
      Sales.parse(await ask("GET", "/api/sales.php?limit=1&page=1"))[0]?.total_amount;
    await expect.poll(newest).toBe(31);
  });
});
