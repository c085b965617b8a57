import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "playwright-core";
import * as z from "zod/mini";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { OpenProduct, PageOptions } from "#tests/kit/browser/screens/open-product.ts";
import { watchRequests } from "#tests/kit/browser/screens/quiet.ts";
import { settled } from "#tests/kit/browser/screens/screen.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "pictures");

/** Takes the README's pictures of the running product with its demo shop. */
export async function takeReadmePictures(product: OpenProduct): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const { url } = product;
  const signedIn = async (options: PageOptions): Promise<Page> => {
    const { page } = await product.visit("owner", options);
    watchRequests(page);
    return page;
  };

  const phone = await signedIn({ size: PHONE, scale: 2 });
  await fillCart(phone, url);
  await shoot(phone, "sell.phone");

  await sellSome(product);
  const desktop = await signedIn({ size: DESKTOP });
  await desktop.goto(`${url}/app/dashboard`);
  await desktop.getByRole("link", { name: "Today's sales" }).waitFor();
  await desktop.getByRole("heading", { name: "Low stock" }).waitFor();
  await shoot(desktop, "dashboard.desktop");
}

const Products = z.array(z.object({ id: z.string(), price: z.number(), stock: z.number() }));
const METHODS = ["cash", "mobile_money", "cash", "card", "mobile_money", "cash", "bank_transfer"];

/** Sales of today, which a shop has none of in the early morning. */
async function sellSome({ api, signedIn }: OpenProduct): Promise<void> {
  const as = await signedIn("owner");
  const products = Products.parse(await api.ask("GET", "/api/products.php", { as }));
  const inStock = products.filter(({ stock }) => stock > 2 * METHODS.length);
  for (const [at, method] of METHODS.entries()) {
    const items = inStock
      .slice(at, at + 3)
      .map(({ id, price }) => ({ product_id: id, quantity: 2, unit_price: price }));
    await api.ask("POST", "/api/sales.php", { as, body: { items, payment_method: method } });
  }
}

async function fillCart(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/sell`);
  for (const name of [/^Milo 400g/, /^Gari 1kg/, /^Milo 400g/, /^Frytol Oil 1L/]) {
    await page.getByRole("button", { name }).first().click();
  }
  // The clicks scrolled the list down.
  await page.getByRole("searchbox").evaluate((field) => field.scrollIntoView({ block: "center" }));
}

async function shoot(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
