import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "playwright-core";

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

  const desktop = await signedIn({ size: DESKTOP });
  await desktop.goto(`${url}/app/dashboard`);
  await desktop.locator("h1").waitFor();
  await shoot(desktop, "dashboard.desktop");
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
