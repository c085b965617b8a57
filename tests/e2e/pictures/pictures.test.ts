import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PHONE = { width: 360, height: 740 };
const PATIENCE = { timeout: 15_000 };
const PHOTO = join(import.meta.dirname, "../../../docs/pictures/sell.phone.png");
const NAME = "Bread, butter";
const Listed = z.array(z.object({ name: z.string(), picture: z.nullable(z.string()) }));

describeWith(["postgres", "chromium"], "the picture of a product in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const openForm = async (page: Page) => {
    await page.goto(`${app.url}/app/products`);
    await page.getByRole("button", { name: `Edit ${NAME}` }).click();
    return page.getByRole("dialog", { name: "Edit product" });
  };
  const tileIn = async (page: Page) => {
    await page.getByText("All", { exact: true }).click();
    return page.getByRole("button", { name: new RegExp(`^${NAME}`) });
  };
  const pictureOfProduct = async (): Promise<string | null | undefined> => {
    const as = await app.signedIn("owner");
    const listed = Listed.parse(await app.api.ask("GET", "/api/products.php", { as }));
    return listed.find(({ name }) => name === NAME)?.picture;
  };
  /** Drawn, and not only in the document. */
  const widthOf = (page: Page) =>
    page.locator("main li img").evaluate((image: HTMLImageElement) => image.naturalWidth);

  test("PROD-55, PROD-57, PROD-58: is chosen in the form, shown on the tile, also after a reload without a network, and removed", async () => {
    const { page, context, complaints } = await app.visit("owner", { size: PHONE, isTouch: true });
    const dialog = await openForm(page);
    await dialog.getByRole("button", { name: "Add picture" }).waitFor(PATIENCE);
    await dialog.locator("input[type=file]").setInputFiles(PHOTO);
    await dialog.getByRole("img", { name: "Preview" }).waitFor(PATIENCE);
    await dialog.getByRole("button", { name: "Update Product" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await pictureOfProduct()).toMatch(/^[0-9a-f]{64}$/);
    await page
      .getByRole("row", { name: new RegExp(NAME) })
      .locator("img")
      .waitFor(PATIENCE);

    await page.goto(`${app.url}/app/sell`);
    await (await tileIn(page)).locator("img").waitFor(PATIENCE);
    expect(await widthOf(page)).toBe(320);
    await page.waitForFunction(
      () => navigator.serviceWorker.controller?.state === "activated",
      undefined,
      PATIENCE,
    );
    expect(complaints).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    const tile = await tileIn(page);
    await tile.locator("img").waitFor(PATIENCE);
    expect(await widthOf(page)).toBe(320);
    await tile.click();
    await page.getByText("1 item", { exact: true }).waitFor(PATIENCE);
    await context.setOffline(false);

    const again = await openForm(page);
    await again.getByRole("button", { name: "Remove picture" }).click();
    await again.getByRole("button", { name: "Add picture" }).waitFor(PATIENCE);
    await again.getByRole("button", { name: "Update Product" }).click();
    await again.waitFor({ state: "detached" });
    expect(await pictureOfProduct()).toBeNull();
    await page.goto(`${app.url}/app/sell`);
    const bare = await tileIn(page);
    await expect.poll(() => bare.locator("img").count(), PATIENCE).toBe(0);
    await context.close();
  });

  test("PROD-59: kept pictures are deleted when the person signs out", async () => {
    const { page, context } = await app.visit("owner", { size: PHONE, isTouch: true });
    const dialog = await openForm(page);
    await dialog.locator("input[type=file]").setInputFiles(PHOTO);
    await dialog.getByRole("img", { name: "Preview" }).waitFor(PATIENCE);
    await dialog.getByRole("button", { name: "Update Product" }).click();
    await dialog.waitFor({ state: "detached" });
    const kept = () =>
      page.evaluate(async () => {
        if (!(await caches.has("tillbook-pictures"))) return 0;
        return (await (await caches.open("tillbook-pictures")).keys()).length;
      });
    await expect.poll(kept, PATIENCE).toBe(1);
    await page.goto(`${app.url}/app/dashboard`);
    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL("**/auth/login");
    await expect.poll(kept, PATIENCE).toBe(0);
    await context.close();
  });
});
