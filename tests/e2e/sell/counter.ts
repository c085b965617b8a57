import type { Page } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod/mini";

import type { OpenedPage, Viewport } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import {
  type OpenProduct,
  openProduct,
  type PageOptions,
} from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill, openTill } from "#tests/kit/browser/screens/till.ts";
import { button, press } from "#tests/kit/browser/shared-till.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";

/** A cold start, or an answer of a busy machine. */
export const PATIENCE = { timeout: 60_000 };
export const MILK_CODE = "6001240100035";

/** The tests sell milk and soap only, so that pepper stays low and rope out. */
const PRODUCTS = [
  { name: "Counter milk", price: 10, stock: 500, category: "Dairy", barcodes: [MILK_CODE] },
  { name: "Counter soap", price: 4, stock: 500, category: "Care" },
  { name: "Counter pepper", price: 2, stock: 3, category: "Food" },
  { name: "Counter rope", price: 7, stock: 0, category: "Care" },
] as const;
export const MILK = /^Counter milk/;
export const SOAP = /^Counter soap/;
export const PEPPER = /^Counter pepper/;
export const ROPE = /^Counter rope/;

const Added = z.object({ id: z.string() });
const Sales = z.array(z.object({ id: z.string(), created_at: z.string() }));

export type Counter = Readonly<{
  app: OpenProduct;
  /** Of a new shop, which has four products. */
  owner: Signed;
  /** A person of the shop, whose last name is Annan. */
  join: (firstName: string, role: string) => Promise<Signed>;
  /** The ids of milk, soap, pepper and rope. */
  ids: readonly string[];
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  sales: () => Promise<z.infer<typeof Sales>>;
  /** The owner's till, with the shop's data on the device. */
  openOwnTill: (
    size: Viewport,
    as?: Signed,
    look?: Pick<PageOptions, "hasWorker">,
  ) => Promise<OpenedPage>;
  /** A browser that cannot become a till, and sells through the register of the server. */
  openOnline: (size: Viewport, as?: Signed) => Promise<OpenedPage>;
}>;

export async function openCounter(env: Readonly<Record<string, string>> = {}): Promise<Counter> {
  const app = await openProduct({ ...LIMITLESS, ...env });
  const owner = await app.newShop("The Counter");
  const ask: Counter["ask"] = (method, path, body) =>
    app.api.ask(method, path, { as: owner, body });
  const ids: string[] = [];
  for (const body of PRODUCTS) {
    ids.push(Added.parse(await ask("POST", "/api/products.php", body)).id);
  }
  return {
    app,
    owner,
    join: async (first_name, role) => {
      const email = `${first_name.toLowerCase()}@counter.example`;
      const joining = { email, role, first_name, last_name: "Annan" };
      return acceptedStaff(app.api, { owner, admin: await app.signedIn("admin") }, joining);
    },
    ids,
    ask,
    sales: async () => Sales.parse(await ask("GET", "/api/sales.php?limit=100&page=1")),
    openOwnTill: async (size, as = owner, look = {}) => {
      const opened = await app.visitAs(as, { size, ...look });
      await openTill(opened.page, app.url, MILK);
      await becomeTill(opened.page);
      return opened;
    },
    openOnline: async (size, as = owner) => {
      const opened = await app.visitAs(as, { size });
      await opened.page.route("**/api/v1/tills", (route) => route.abort());
      await openTill(opened.page, app.url, MILK);
      return opened;
    },
  };
}

/** The bar at the foot of a phone: how many items, and what they cost. */
export const bar = (page: Page) => page.getByRole("button", { name: /^\d+ items?/ });
export const barSays = (page: Page, text: RegExp): Promise<void> =>
  expect.poll(() => bar(page).innerText(), PATIENCE).toMatch(text);

export const search = (page: Page) => page.getByRole("searchbox", { name: "Search or scan" });
export const sheet = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
export const chargePart = (page: Page) => page.getByRole("region", { name: "Charge" });
export const paidPart = (page: Page) => page.getByRole("region", { name: "Paid" });
export const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

/** The lines of the open cart, the newest first: name, sum, quantity and unit price. */
export const cartLines = async (page: Page): Promise<string[]> => {
  const lines = await page
    .getByRole("list", { name: "Cart lines" })
    .getByRole("listitem")
    .allInnerTexts();
  return lines.map((text) => text.replaceAll(/\s+/g, " "));
};

export async function openCharge(page: Page): Promise<void> {
  await press(page, /^Charge/);
  await chargePart(page).waitFor(PATIENCE);
}

export const isGone = (page: Page, name: string | RegExp): Promise<void> =>
  button(page, name).waitFor({ state: "detached", ...PATIENCE });
