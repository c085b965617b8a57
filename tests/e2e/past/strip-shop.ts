import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import type { OpenProduct } from "#tests/kit/browser/screens/open-product.ts";

const Id = z.object({ id: z.string() });
const Events = z.object({ events: z.array(z.object({ seq: z.number() })) });

export const STRIP = "Kente strip";
export const LATER_STRIP = "Smock strip";
/** Not that of the browser. */
export const TIME_ZONE = "America/New_York";

export type StripShop = Readonly<{
  owner: Signed;
  product: string;
  /** The sale of two strips for 50, made before the moment. */
  sale: string;
  /** The number of the last event before the moment. */
  moment: number;
  /** Sells one strip for 25, in cash. */
  sellOne: () => Promise<void>;
}>;

/**
 * A new shop. Before the moment it sold two strips to Adwoa; after it one more,
 * and it added a product and a customer.
 */
export async function openStripShop({ api, newShop }: OpenProduct): Promise<StripShop> {
  const opened = await newShop("Kente Strips");
  const business = { timezone: TIME_ZONE };
  await api.ask("PUT", "/api/v1/settings/business", { as: opened, body: business });
  const { email } = opened.user;
  const as = await api.signIn("/auth/login.php", { email, password: STAFF_PASSWORD });
  const added = async (path: string, body: object) =>
    Id.parse(await api.ask("POST", path, { as, body })).id;
  const product = await added("/api/products.php", { name: STRIP, price: 25, stock: 20 });
  const adwoa = { first_name: "Adwoa", last_name: "Then", phone: "024 555 0101" };
  const customer_id = await added("/api/customers.php", adwoa);
  const sell = (quantity: number, more: object = {}) => {
    const items = [{ product_id: product, quantity, unit_price: 25 }];
    return added("/api/sales.php", { items, payment_method: "cash", ...more });
  };
  const sale = await sell(2, { customer_id });
  const { events } = Events.parse(await api.ask("GET", "/api/v1/audit/events?limit=1", { as }));
  await sell(1);
  await added("/api/products.php", { name: LATER_STRIP, price: 9, stock: 3 });
  await added("/api/customers.php", { ...adwoa, first_name: "Kojo", phone: "024 555 0102" });
  return {
    owner: as,
    product,
    sale,
    moment: events[0]?.seq ?? 0,
    sellOne: async () => void (await sell(1)),
  };
}
