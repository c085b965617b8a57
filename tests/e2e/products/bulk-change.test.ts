import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START_MS = 60_000;

describeWith(["postgres", "chromium"], "changing several products", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  test("PROD-66: what the filter shows gets a new price, which a till then sells at", async () => {
    const { page: till } = await app.visit("owner", { size: PHONE });
    await till.goto(`${app.url}/app/sell`);
    const tile = till.getByRole("button", { name: /^Beta Malt 330ml/ }).first();
    await tile.waitFor({ timeout: START_MS });
    expect(await tile.innerText()).toContain("10.00");

    const { page } = await app.visit("owner", { size: DESKTOP });
    await page.goto(`${app.url}/app/products`);
    await page.getByRole("combobox", { name: "Category" }).selectOption("Drinks");
    await page.getByRole("button", { name: "Change several" }).click();
    const dialog = page.getByRole("dialog", { name: "Change several products" });
    await dialog.getByRole("textbox", { name: "Percent" }).fill("7.5");
    await dialog.getByRole("combobox", { name: "Rounding" }).selectOption("To 0.10");
    await dialog.getByRole("button", { name: /^Choose all \d+$/ }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("Beta Malt 330ml: GH₵10.00 → GH₵10.80").waitFor();
    await question.getByRole("button", { name: "Change" }).click();
    await page.getByText(/^\d+ products changed$/).waitFor();
    await dialog.waitFor({ state: "hidden" });
    await page
      .getByRole("row", { name: /Beta Malt 330ml/ })
      .getByText("10.80")
      .waitFor();

    // It asks each minute, and when it is opened.
    await till.reload();
    await expect.poll(() => tile.innerText(), { timeout: 2 * START_MS }).toContain("10.80");
  });

  test("PROD-63: a product that another device changed meanwhile refuses all", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    await page.goto(`${app.url}/app/products`);
    await page.getByRole("button", { name: "Change several" }).click();
    const dialog = page.getByRole("dialog", { name: "Change several products" });
    await dialog.getByRole("combobox", { name: "What to change" }).selectOption("Set the category");
    await dialog.getByRole("combobox", { name: "Category" }).fill("Bakery");
    await dialog.getByRole("checkbox", { name: /^Bread/ }).check();
    await dialog.getByRole("checkbox", { name: /^Gari 1kg/ }).check();
    // The list of this page does not hear of it.
    await page.route("**/api/products.php**", (route) => route.abort());
    const { page: other } = await app.visit("owner", { size: DESKTOP });
    await other.goto(`${app.url}/app/products`);
    await other.getByRole("button", { name: "Gari 1kg", exact: true }).click();
    const form = other.getByRole("dialog");
    await form.getByLabel("Price").fill("15.50");
    await form.locator("button[type=submit]").click();
    await other.getByText("Product updated").first().waitFor();

    await dialog.getByRole("button", { name: "Continue" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Change" }).click();
    await question.getByText(/One of these products was changed meanwhile/).waitFor();
    await other.reload();
    const bread = other.getByRole("row", { name: /^Bread/ });
    await bread.waitFor();
    expect(await bread.innerText()).not.toContain("Bakery");
  });
});
