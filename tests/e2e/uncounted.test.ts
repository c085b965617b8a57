import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 30_000 };
const NAME = "Waakye, one plate";
const PRODUCTS = "/api/products.php";
const REFUSED = "Not saved. The stock of this product is not counted";
const Listed = z.array(z.object({ id: z.string(), name: z.string() }));

describeWith(["postgres", "chromium"], "a dish whose stock is not counted", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const row = (page: Page) =>
    page.getByRole("row", { includeHidden: true }).filter({ hasText: NAME });

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

  /** On another device. */
  async function change(changes: object): Promise<void> {
    const as = await app.signedIn("owner");
    const listed = Listed.parse(await app.api.ask("GET", PRODUCTS, { as }));
    const body = { id: listed.find(({ name }) => name === NAME)?.id, ...changes };
    await app.api.ask("PUT", PRODUCTS, { as, body });
  }

  test("PROD-24, PROD-25, PROD-26: is added, sold, and counted from a day on; once that has stopped a count and an adjustment are refused", async () => {
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

    // The list of this page does not hear of it.
    await page.route(`**${PRODUCTS}**`, (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    await change({ track_stock: false });
    await row(page)
      .getByRole("button", { name: `Adjust stock of ${NAME}` })
      .click();
    await dialog.getByRole("button", { name: "Adjust stock" }).click();
    await dialog.getByText(REFUSED).waitFor(PATIENCE);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await row(page)
      .getByRole("button", { name: `Edit ${NAME}` })
      .click();
    await dialog.getByLabel("Stock", { exact: true }).fill("9");
    // Now the list hears of it, behind the form.
    await page.unrouteAll();
    await change({ price: 13 });
    await row(page)
      .getByText("Not counted")
      .waitFor({ state: "attached", ...PATIENCE });
    await dialog.getByRole("button", { name: "Update Product" }).click();
    await dialog.getByText(/^Not saved\. The stock was changed/).waitFor(PATIENCE);
    await dialog.getByText(/^Out of stock now/).waitFor(PATIENCE);
    await dialog.getByRole("button", { name: "Update Product" }).click();
    await dialog.getByText(REFUSED).waitFor(PATIENCE);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    await row(page).getByText("Not counted").waitFor(PATIENCE);
    await row(page).getByText("13.00").waitFor(PATIENCE);
  });
});
