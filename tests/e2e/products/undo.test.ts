import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

describeWith(["postgres", "chromium"], "undoing a deletion", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  test("PROD-67, TOAST-05: the keyboard reaches Undo, and the product is back", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    await page.goto(`${app.url}/app/products`);
    const row = page.getByRole("row", { name: /Gari 1kg/ });
    await row.getByRole("button", { name: "Delete Gari 1kg" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    const toast = page.locator("li[data-kind=success]", { hasText: "Gari 1kg deleted" });
    await toast.waitFor();
    await row.waitFor({ state: "detached" });
    await page.keyboard.press("F8");
    const undo = toast.getByRole("button", { name: "Undo" });
    const isFocused = () => undo.evaluate((button) => button === document.activeElement);
    await expect
      .poll(async () => {
        if (await isFocused()) return true;
        await page.keyboard.press("Tab");
        return isFocused();
      })
      .toBe(true);
    await page.keyboard.press("Enter");
    await row.waitFor();
    await toast.waitFor({ state: "detached" });
  });

  test("CUST-22, TOAST-05: on a phone a finger reaches Undo, and the customer is back", async () => {
    const { page } = await app.visit("owner", { size: PHONE, isTouch: true });
    await page.goto(`${app.url}/app/customers`);
    const row = page.getByRole("row", { name: /Kwame Boateng/ });
    await row.getByRole("button", { name: "Delete Kwame Boateng" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
    await row.waitFor({ state: "detached" });
    const undo = page.getByRole("button", { name: "Undo" });
    const box = await undo.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await undo.tap();
    await row.waitFor();
  });
});
