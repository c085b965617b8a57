import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import type { Api, Signed } from "#tests/kit/browser/screens/api.ts";

const Products = z.array(z.object({ id: z.string(), price: z.number() }));
const SALES = 60;
const CUSTOMERS = 25;

/** A shop with so many products, some of which were sold. */
export async function openLargeShop(url: string, api: Api, products: number): Promise<Signed> {
  const as = await api.signIn("/auth/register.php", {
    business_name: "Makola Wholesale",
    first_name: "Abla",
    last_name: "Tetteh",
    email: `${randomUUID()}@makola.example`,
    password: "correct horse battery",
  });
  const rows = Array.from({ length: products }, (_, at) => `Product ${at + 1},${at % 90}.50,200`);
  await importCsv(url, as, "products", ["name,price,stock", ...rows]);
  const added = Products.parse(await api.ask("GET", "/api/products.php", { as }));
  for (const { id, price } of added.slice(0, SALES)) {
    const items = [{ product_id: id, quantity: 1, unit_price: price }];
    await api.ask("POST", "/api/sales.php", { as, body: { items, payment_method: "cash" } });
  }
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const body = { first_name: "Kwesi", last_name: `Adom ${at}`, phone: `02440000${at + 10}` };
    await api.ask("POST", "/api/customers.php", { as, body });
  }
  return as;
}

/** `rows`: the lines of a CSV file, the first with the names of the columns. */
export async function importCsv(
  url: string,
  { token }: Pick<Signed, "token">,
  list: "products" | "customers",
  rows: readonly string[],
): Promise<void> {
  const answer = await fetch(`${url}/api/v1/${list}/import`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "text/csv",
      "idempotency-key": randomUUID(),
    },
    body: rows.join("\n"),
  });
  if (!answer.ok) throw new Error(`the import: ${answer.status} ${await answer.text()}`);
}
