import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const NAME = "Hand-woven basket";

describeWith(["postgres", "chromium"], "a shop that registers for VAT", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  async function register(page: Page): Promise<void> {
    await page.goto(`${app.url}/app/settings?tab=business`);
    await page.getByLabel("Registered for tax").selectOption("Registered in Ghana");
    await page.getByLabel("TIN", { exact: true }).fill("C0001234567");
    await page.getByRole("button", { name: "Use 20%: VAT 15, NHIL 2.5, GETFund 2.5" }).click();
    await page.getByLabel("Prices").selectOption("Tax is added at the till");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Business settings updated successfully!").first().waitFor();
  }

  /** Two of them, at 10.00 without tax. The receipt's text, without the spaces between. */
  async function sellTwo(page: Page): Promise<string> {
    await page.goto(`${app.url}/app/sell`);
    await page.getByLabel("Search or scan").fill(NAME);
    const tile = page.getByRole("button", { name: new RegExp(`^${NAME}`) }).first();
    await tile.click();
    await tile.click();
    await page.getByRole("button", { name: /^2 items/ }).click();
    const cart = page.getByRole("dialog", { name: "2 items" });
    await cart.getByText("GH₵4.00").waitFor();
    await cart.getByRole("button", { name: /^Charge/ }).click();
    await page.getByRole("button", { name: /^Exact 24.00/ }).click();
    await page.getByRole("region", { name: "Paid" }).waitFor();
    const receipt = page.getByRole("article", { name: "Receipt" });
    await receipt.waitFor();
    return (await receipt.innerText()).replaceAll(/\s+/g, " ");
  }

  test("TAX-10, TAX-04, TAX-05, TAX-07: sells with the tax on top, and reports it by levy", async () => {
    const as = await app.signedIn("owner");
    const product = { name: NAME, price: 10, stock: 9 };
    await app.api.ask("POST", "/api/products.php", { as, body: product });
    const { page } = await app.visit("owner", { size: PHONE });
    await register(page);
    const receipt = await sellTwo(page);
    expect(receipt).toContain("TIN C0001234567");
    expect(receipt).toContain(
      "Subtotal 20.00 VAT 15% 3.00 NHIL 2.5% 0.50 GETFund 2.5% 0.50 Total GH₵24.00",
    );

    await page.goto(`${app.url}/app/reports?by=tax&period=7`);
    const vat = page.getByRole("listitem").filter({ hasText: "VAT 15%" });
    await vat.getByText("1 order, GH₵20.00 without tax").waitFor();
    await page.getByRole("listitem").filter({ hasText: "All tax" }).getByText("GH₵4.00").waitFor();
  });
});
