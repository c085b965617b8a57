import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { openTill, paid } from "#tests/kit/browser/screens/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

describeWith(["postgres", "chromium"], "a browser that waits to become a till", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const receiptOf = (page: Page) => page.getByRole("article", { name: "Receipt" });

  test("SELL-82: sells an amount without a product through the register of the server", async () => {
    const { page, complaints } = await app.visit("cashier", { size: PHONE });
    await openTill(page, app.url);
    await page.getByRole("button", { name: "Sell an amount" }).click();
    await page.getByLabel("Amount", { exact: true }).fill("12,50");
    await page.getByLabel(/^Name/).fill("Broom");
    await page.getByRole("button", { name: "Add to the cart" }).click();
    await page.getByRole("button", { name: /^Charge/ }).click();
    await page.getByRole("button", { name: /^Exact/ }).click();
    await paid(page);
    await receiptOf(page).getByText("Broom").waitFor();
    await page
      .getByText(/^1-1-\d+$/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
