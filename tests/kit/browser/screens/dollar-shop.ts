import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import type { Api, Signed } from "./api.ts";

const Id = z.object({ id: z.string() });
const PRICE = 1_234.5;

/** A shop that sells in dollars and made one sale. */
export async function openDollarShop(api: Api): Promise<Signed> {
  const account = { email: `${randomUUID()}@dollar.example`, password: "correct horse battery" };
  const as = await api.signIn("/auth/register.php", {
    business_name: "Liberty Imports",
    first_name: "Efua",
    last_name: "Sam",
    ...account,
  });
  await api.ask("PUT", "/api/v1/settings/business", { as, body: { currency: "USD" } });
  const product = { name: "Radio", price: PRICE, stock: 2 };
  const { id } = Id.parse(await api.ask("POST", "/api/products.php", { as, body: product }));
  const items = [{ product_id: id, quantity: 1, unit_price: PRICE }];
  await api.ask("POST", "/api/sales.php", { as, body: { items, payment_method: "cash" } });
  return api.signIn("/auth/login.php", account);
}
