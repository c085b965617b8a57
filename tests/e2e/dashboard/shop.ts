import type { Locator, Page } from "playwright-core";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import type { OpenProduct } from "#tests/kit/browser/screens/open-product.ts";

export const PATIENCE = { timeout: 60_000 };

const Id = z.object({ id: z.string() });
const DAY_MS = 86_400_000;

/** The day so many days ago, as "2026-11-21". New shops are in Accra, which uses UTC. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

type Sold = Readonly<{
  quantity: number;
  payment_method?: "cash" | "mobile_money" | "card" | "bank_transfer";
  customer_id?: string;
  occurred_at?: string;
}>;

/** An empty shop, and what its owner does on another device. */
export type Shop = Readonly<{
  owner: Signed;
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  addProduct: (product: Readonly<Record<string, unknown>>) => Promise<string>;
  addCustomer: (first: string, last: string, more?: object) => Promise<string>;
  /** Sells of one product at this price. */
  sell: (product: string, price: number, sold: Sold) => Promise<string>;
}>;

export async function openShop(app: OpenProduct, name: string): Promise<Shop> {
  const owner = await app.newShop(name);
  const ask = (method: string, path: string, body?: unknown) =>
    app.api.ask(method, path, { as: owner, body });
  const add = async (path: string, body: unknown) => Id.parse(await ask("POST", path, body)).id;
  return {
    owner,
    ask,
    addProduct: (product) => add("/api/products.php", product),
    addCustomer: (first, last, more = {}) =>
      add("/api/customers.php", { first_name: first, last_name: last, ...more }),
    sell: (product, price, { quantity, ...more }) =>
      add("/api/sales.php", {
        items: [{ product_id: product, quantity, unit_price: price }],
        payment_method: "cash",
        ...more,
      }),
  };
}

/** A shop whose dashboard is not about its first steps. */
export async function openOldShop(app: OpenProduct, name: string): Promise<Shop> {
  const shop = await openShop(app, name);
  await shop.ask("PUT", "/api/v1/settings/business", { first_steps_hidden: true });
  return shop;
}

export const section = (page: Page, name: string): Locator => page.getByRole("region", { name });
export const rowsOf = (page: Page, name: string): Locator =>
  section(page, name).getByRole("listitem");
/** A figure of the strip of totals, with its name and its growth. */
export const total = (page: Page, name: string): Locator =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.locator(`dt:text-is("${name}")`) });

export type Fault = "lost" | Readonly<{ status: number; error: string }>;

/** Until `restore`, requests to this path get no answer, or this refusal. */
export async function breakPath(page: Page, path: string, fault: Fault) {
  const isIt = (url: URL) => url.pathname === path;
  await page.route(isIt, (route) => {
    if (fault === "lost") return route.abort();
    const { status, error } = fault;
    return route.fulfill({
      status,
      json: { success: false, error, code: "refused", request_id: "r-1" },
    });
  });
  return { restore: () => page.unroute(isIt) };
}
