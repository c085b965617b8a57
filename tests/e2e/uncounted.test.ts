import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const NAME = "Waakye, one plate";

describeWith(["postgres", "chromium"], "a dish whose stock is not counted", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const row = (page: Page) => page.getByRole("row").filter({ hasText: NAME });

  /** The list has pages. */
  async function find(page: Page, path: string): Promise<void> {
    await page.goto(`${app.url}${path}`);
    await page.getByRole("searchbox").fill("waakye");
    await row(page).waitFor();
  }

  async function add(page: Page): Promise<void> {
    await page.goto(`${app.url}/app/products?add=1`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill(NAME);
    await dialog.getByLabel("Price", { exact: true }).fill("12,50");
    await dialog.getByRole("switch", { name: "Don't count stock" }).click();
    await dialog.getByRole("button", { name: "Add Product" }).click();
    await dialog.waitFor({ state: "hidden" });
    await row(page).getByText("Not counted").waitFor();
    await row(page).getByText("12.50").waitFor();
  }

  async function sellTwo(page: Page): Promise<void> {
    await page.goto(`${app.url}/app/sell`);
    await page.getByLabel("Search or scan").fill(NAME);
    const tile = page.getByRole("button", { name: new RegExp(`^${NAME}`) }).first();
    await tile.click();
    await tile.click();
    await page
      .getByRole("button", { name: /^Charge/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Exact/ }).click();
    await page.getByRole("region", { name: "Paid" }).waitFor();
  }

  test("PROD-24, PROD-25: is added, sold, and counted from a day on", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await add(page);
    await sellTwo(page);
    await find(page, "/app/inventory");
    await row(page).getByText("Not counted").waitFor();
    expect(
      await row(page)
        .getByRole("button", { name: /^Adjust/ })
        .count(),
    ).toBe(0);

    await find(page, "/app/products");
    await row(page)
      .getByRole("button", { name: `Edit ${NAME}` })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("switch", { name: "Don't count stock" }).click();
    await dialog.getByLabel("Stock", { exact: true }).fill("8");
    await dialog.getByRole("button", { name: "Update Product" }).click();
    await dialog.waitFor({ state: "hidden" });
    await row(page).getByText("8 left").waitFor();
    await sellTwo(page);
    await find(page, "/app/products");
    await row(page).getByText("6 left").waitFor();
  });
});
