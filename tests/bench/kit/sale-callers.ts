import { randomUUID } from "node:crypto";

import { keepConnections } from "./kept-connections.ts";

/** A shop for a caller: a token and products that never run out. */
export type ShopToBuyFrom = Readonly<{ token: string; products: readonly string[] }>;

const PRICE = 45;

export type SaleCallers = Readonly<{
  /** One sale of `lines` products; any answer but 200 throws. */
  sell: (caller: number, lines: number) => Promise<void>;
  close: () => void;
}>;

/** One connection for each caller to one server. */
export function createSaleCallers(base: string, shops: readonly ShopToBuyFrom[]): SaleCallers {
  const connections = keepConnections(base);
  return {
    async sell(caller, lines) {
      const shop = shops[Math.floor(Math.random() * shops.length)];
      if (!shop) throw new Error("no shop to buy from");
      const connection = await connections.of(caller);
      const first = Math.floor(Math.random() * (shop.products.length - lines + 1));
      const items = shop.products
        .slice(first, first + lines)
        .map((id) => ({ product_id: id, quantity: 1, unit_price: PRICE }));
      const answer = await connection.request({
        method: "POST",
        path: "/api/sales.php",
        headers: {
          authorization: `Bearer ${shop.token}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        },
        body: JSON.stringify({ customer_id: null, items, payment_method: "cash", notes: "" }),
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
    },
    close: connections.close,
  };
}
