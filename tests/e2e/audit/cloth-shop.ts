import { randomUUID } from "node:crypto";

import type { Locator, Page } from "playwright-core";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import type { OpenProduct } from "#tests/kit/browser/screens/open-product.ts";

const Id = z.object({ id: z.string() });

export const CLOTH = "Wax print";
export const VOID_REASON = "Rung up twice";

export type ClothShop = Readonly<{
  owner: Signed;
  product: string;
  customer: string;
  /** The id of the sale for 50 that counts, and of the one for 25 that was voided. */
  sale: string;
  voided: string;
  /** Invited by the owner and joined. */
  hire: (role: string, first: string) => Promise<Signed>;
}>;

/** A new shop that sold for 50 and 25, voided the second sale, and then raised its price to 30. */
export async function openClothShop(app: OpenProduct): Promise<ClothShop> {
  const { api } = app;
  const owner = await app.newShop("Adinkra Cloth");
  const ask = (method: string, path: string, body: object) =>
    api.ask(method, path, { as: owner, body });
  const added = async (path: string, body: object) => Id.parse(await ask("POST", path, body)).id;
  const product = await added("/api/products.php", { name: CLOTH, price: 25, stock: 20 });
  const customer = await added("/api/customers.php", {
    first_name: "Adwoa",
    last_name: "Asare",
    phone: "024 555 0199",
  });
  const sell = (quantity: number, more: object) =>
    added("/api/sales.php", {
      items: [{ product_id: product, quantity, unit_price: 25 }],
      payment_method: "cash",
      ...more,
    });
  const sale = await sell(2, { customer_id: customer });
  const voided = await sell(1, {});
  await ask("DELETE", "/api/sales.php", { id: voided, reason: VOID_REASON });
  await ask("PUT", "/api/products.php", { id: product, price: 30 });
  return {
    owner,
    product,
    customer,
    sale,
    voided,
    hire: async (role, first_name) =>
      acceptedStaff(
        api,
        { owner, admin: await app.signedIn("admin") },
        { email: `${randomUUID()}@cloth.example`, role, first_name, last_name: "Owusu" },
      ),
  };
}

const START = { timeout: 60_000 };

/** Waits for the first screen of a page, which is asked for again if a busy machine gave up on it. */
export async function firstShown(page: Page, wanted: Locator): Promise<void> {
  const again = page.getByRole("button", { name: "Try Again" });
  await wanted.or(again).first().waitFor(START);
  if (await again.isVisible()) await again.click();
  await wanted.waitFor(START);
}
