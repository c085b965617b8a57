import { join } from "node:path";

import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { createAdder, staffOf } from "#tests/e2e/products/shop-hands.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { somePicture } from "#tests/kit/builders/picture.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PHONE = { width: 360, height: 740 };
const PATIENCE = { timeout: 15_000 };
const PHOTO = join(import.meta.dirname, "../../../docs/pictures/sell.phone.png");
const NAME = "Bread, butter";
const Kept = z.object({ sha256: z.string() });
const Listed = z.array(z.object({ name: z.string(), picture: z.nullable(z.string()) }));

describeWith(["postgres", "chromium"], "the picture of a product in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const row = (page: Page) =>
    page.getByRole("row", { name: new RegExp(NAME), includeHidden: true });
  const openForm = async (page: Page) => {
    await page.goto(`${app.url}/app/products`);
    await page.getByRole("button", { name: `Edit ${NAME}` }).click();
    return page.getByRole("dialog", { name: "Edit product" });
  };
  const tileIn = async (page: Page) => {
    await page.getByText("All", { exact: true }).click();
    return page.getByRole("button", { name: new RegExp(`^${NAME}`) });
  };
  const pictureOfProduct = async (owner?: Signed): Promise<string | null | undefined> => {
    const as = owner ?? (await app.signedIn("owner"));
    const listed = Listed.parse(await app.api.ask("GET", "/api/products.php", { as }));
    return listed.find(({ name }) => name === NAME)?.picture;
  };
  /** Drawn, and not only in the document. */
  const widthOf = (page: Page) =>
    page.locator("main li img").evaluate((image: HTMLImageElement) => image.naturalWidth);

  test("PROD-55, PROD-57, PROD-58: is chosen in the form, shown on the tile, also after a reload without a network, and removed", async () => {
    const look = { size: PHONE, isTouch: true, hasWorker: true };
    const { page, context, complaints } = await app.visit("owner", look);
    const dialog = await openForm(page);
    await dialog.getByRole("button", { name: "Add picture" }).waitFor(PATIENCE);
    await dialog.locator("input[type=file]").setInputFiles(PHOTO);
    await dialog.getByRole("img", { name: "Preview" }).waitFor(PATIENCE);
    await dialog.getByRole("button", { name: "Update Product" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await pictureOfProduct()).toMatch(/^[0-9a-f]{64}$/);
    await row(page).locator("img").waitFor(PATIENCE);

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
    const kept = () => page.evaluate(countKept);
    await expect.poll(kept, PATIENCE).toBe(1);
    await page.goto(`${app.url}/app/dashboard`);
    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL("**/auth/login");
    await expect.poll(kept, PATIENCE).toBe(0);
    await context.close();
  });

  test("PROD-51, PROD-53: a stock keeper sets one that the shop has, for its staff and tills alone, and not of a deleted product", async () => {
    const [shop, other] = [await app.newShop("Seen Bakery"), await app.newShop("Other Bakery")];
    const product = { name: NAME, price: 12, stock: 9 };
    const [id] = [
      await createAdder(app, shop)("products", product),
      await createAdder(app, other)("products", product),
    ];
    const body = { picture: somePicture("of the other shop").toString("base64") };
    const kept = await app.api.ask("POST", "/api/v1/pictures", { as: other, body });
    const theirs = Kept.parse(kept).sha256;
    const keeper = await staffOf(app, shop, "stock_keeper");
    const { page } = await app.visitAs(keeper, { size: PHONE });
    const dialog = await openForm(page);
    await dialog.locator("input[type=file]").setInputFiles(PHOTO);
    await dialog.getByRole("img", { name: "Preview" }).waitFor(PATIENCE);
    await page.route(
      "**/api/v1/products/*/picture",
      (route) => route.continue({ postData: JSON.stringify({ sha256: theirs }) }),
      { times: 1 },
    );
    const update = dialog.getByRole("button", { name: "Update Product" });
    await update.click();
    await dialog.getByText("Not saved. Picture not found").waitFor(PATIENCE);
    expect(await pictureOfProduct(shop)).toBeNull();
    await update.click();
    await dialog.waitFor({ state: "detached" });
    await row(page).locator("img").waitFor(PATIENCE);
    const ours = (await pictureOfProduct(shop)) ?? "";
    const cashier = await staffOf(app, shop, "cashier");
    const set = { as: cashier, body: { sha256: ours } };
    await expect(app.api.ask("PUT", `/api/v1/products/${id}/picture`, set)).rejects.toThrow(
      /: 403 /,
    );

    const { page: till } = await app.visitAs(cashier, { size: PHONE });
    const sent = pictureAnswer(till, ours);
    await till.goto(`${app.url}/app/sell`);
    await till.getByText(/^Till \d+, /).waitFor(PATIENCE);
    await (await tileIn(till)).locator("img").waitFor(PATIENCE);
    expect((await sent).headers()["cache-control"]).toBe("private, max-age=31536000, immutable");
    await expect.poll(() => till.evaluate(countKept), PATIENCE).toBe(1);
    await till.context().close();

    const { page: elsewhere } = await app.visitAs(other, { size: PHONE });
    await elsewhere.route("**/api/products.php**", async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('"picture":null', `"picture":"${ours}"`);
      await route.fulfill({ response: answer, body: text });
    });
    const refused = pictureAnswer(elsewhere, ours);
    await elsewhere.goto(`${app.url}/app/products`);
    expect((await refused).status()).toBe(404);
    await row(elsewhere).waitFor(PATIENCE);
    expect(await row(elsewhere).locator("img").count()).toBe(0);
    await elsewhere.context().close();

    await page.getByRole("button", { name: `Edit ${NAME}` }).click();
    await dialog.getByRole("button", { name: "Remove picture" }).click(PATIENCE);
    // The list of this page does not hear of it.
    await page.route("**/api/products.php**", (route) => route.abort());
    await app.api.ask("DELETE", `/api/products.php?id=${id}`, { as: shop });
    await update.click();
    await dialog.getByText("Not saved. This product was deleted.").waitFor(PATIENCE);
    await page.context().close();
  });
});

const pictureAnswer = (page: Page, sha256: string): Promise<Response> =>
  page.waitForResponse((answer) => answer.url().endsWith(`/api/v1/pictures/${sha256}`), PATIENCE);

/** In the page: how many pictures this browser keeps. */
async function countKept(): Promise<number> {
  if (!(await caches.has("tillbook-pictures"))) return 0;
  return (await (await caches.open("tillbook-pictures")).keys()).length;
}
