import { afterAll, beforeAll } from "vitest";

import { priceSale } from "#command-api/sale/price-sale.ts";
import { taxAdded } from "#kernel/contract/cart.ts";
import { MAX_PRICE_MINOR } from "#kernel/contract/money.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { row } from "#tests/scorecard/row.ts";

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

const CARTS = 100_000;
const RATES = [0, 1, 250, 1250, 1500, 2000, 2100, 10_000];

row(
  27,
  "tax and sums of 100,000 carts equal those of Postgres numeric",
  async ({ seed, figure }) => {
    const random = createRandom(seed);
    const upTo = (most: number): number => Math.floor(random() * (most + 1));
    type Column = number[];
    const rows: Record<"cart" | "rate" | "price" | "quantity", Column> = {
      cart: [],
      rate: [],
      price: [],
      quantity: [],
    };
    const ours: Record<"total" | "tax" | "added", Column> = { total: [], tax: [], added: [] };
    for (let cart = 0; cart < CARTS; cart++) {
      const rate = RATES[upTo(RATES.length - 1)] ?? 0;
      const items = Array.from({ length: 1 + upTo(2) }, () => ({
        productId: productId(1),
        quantity: 1 + upTo(11),
        unit_price: random() < 0.1 ? upTo(MAX_PRICE_MINOR) : upTo(20_000),
      }));
      for (const { quantity, unit_price: price } of items) {
        rows.cart.push(cart);
        rows.rate.push(rate);
        rows.price.push(price);
        rows.quantity.push(quantity);
      }
      const priced = priceSale({
        items,
        productOf: () => ({ status: "active", name: "Milo", priceMinor: 0 }),
        taxRateBp: rate,
        mayOverridePrices: true,
        discountLimitBp: 0,
        mayGiveGifts: true,
      });
      if (isRejection(priced)) throw new Error(priced.rejected);
      ours.total.push(priced.totalMinor);
      ours.tax.push(priced.taxMinor);
      ours.added.push(
        items.reduce((sum, item) => sum + taxAdded(item.quantity * item.unit_price, rate), 0),
      );
    }

    const [found] = await db.query<{ different: number; carts: number }>(
      `with lines as (
       select cart, rate::numeric as rate, price::numeric * quantity as gross
         from unnest($1::int[], $2::int[], $3::bigint[], $4::int[]) l (cart, rate, price, quantity)),
     carts as (
       select cart, sum(gross) as total, sum(round(gross * rate / (10000 + rate))) as tax,
              sum(round(gross * rate / 10000)) as added
         from lines group by cart),
     ours as (select i - 1 as cart, total, tax, added
                from unnest($5::bigint[], $6::bigint[], $7::bigint[]) with ordinality o (total, tax, added, i))
     select (count(*) filter (where (c.total, c.tax, c.added) is distinct from (o.total, o.tax, o.added)))::int as different,
            count(*)::int as carts
       from carts c full join ours o using (cart)`,
      [rows.cart, rows.rate, rows.price, rows.quantity, ours.total, ours.tax, ours.added],
    );
    figure("carts priced for a sale", found?.carts ?? 0, { exactly: CARTS });
    figure("of these that differ", found?.different ?? CARTS, { exactly: 0 });
  },
);
