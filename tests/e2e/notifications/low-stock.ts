import { randomUUID } from "node:crypto";

import { expect } from "vitest";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import type { OpenProduct } from "#tests/kit/browser/screens/open-product.ts";

export const LIST = "/api/v1/notifications";
/** A product below this number runs low. */
export const THRESHOLD = 10;
const PATIENCE = { timeout: 60_000 };

const Products = z.array(z.object({ id: z.string(), name: z.string() }));
const Unread = z.object({ unread: z.number() });

/** Makes products run low, on another device of the owner. */
export function lowStockOf({ url, api }: Pick<OpenProduct, "url" | "api">) {
  /** Adds products that are just not low. Answers with the id of each. */
  async function addProducts(of: Signed, names: readonly string[]): Promise<readonly string[]> {
    const rows = names.map((name) => `${name},2.50,${THRESHOLD}`);
    const answer = await fetch(`${url}/api/v1/products/import`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${of.token}`,
        "content-type": "text/csv",
        "idempotency-key": randomUUID(),
      },
      body: ["name,price,stock", ...rows, ""].join("\n"),
    });
    expect(answer.status).toBe(200);
    const all = Products.parse(await api.ask("GET", "/api/products.php", { as: of }));
    return names.map((wanted) => all.find(({ name }) => name === wanted)?.id ?? "");
  }
  /** Sells one of each. */
  const sell = (of: Signed, ids: readonly string[]) => {
    const items = ids.map((id) => ({ product_id: id, quantity: 1, unit_price: 2.5 }));
    return api.ask("POST", "/api/sales.php", { as: of, body: { items } });
  };
  const unread = async (of: Signed) => Unread.parse(await api.ask("GET", LIST, { as: of })).unread;
  /** Waits until the server has so many unread ones for this person. */
  const hasUnread = (of: Signed, count: number) =>
    expect.poll(() => unread(of), PATIENCE).toBe(count);
  /** New products, which run low one after another. */
  async function runLow(of: Signed, names: readonly string[]): Promise<readonly string[]> {
    const before = await unread(of);
    const ids = await addProducts(of, names);
    for (const [index, id] of ids.entries()) {
      await sell(of, [id]);
      await hasUnread(of, before + index + 1);
    }
    return ids;
  }
  const clear = (of: Signed) => api.ask("DELETE", LIST, { as: of });
  return { addProducts, sell, hasUnread, runLow, clear };
}
