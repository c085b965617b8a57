import { expect, test } from "vitest";

import { checkCart } from "#command-api/till/check/check.routes.ts";
import type { StockedProduct } from "#command-api/till/stocked-product.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";

const [MILO, SUGAR] = [productId(1), productId(2)];

const product = (over: Partial<StockedProduct> = {}): StockedProduct => ({
  status: "active",
  name: "Milo",
  priceMinor: 4500,
  currency: "GHS",
  onHand: 5,
  ...over,
});
const line = (id: ProductId, quantity: number, listPriceMinor = 4500) => ({
  productId: id,
  quantity,
  listPriceMinor,
});

const check = (lines: readonly ReturnType<typeof line>[], milo?: StockedProduct) =>
  checkCart([...lines], (id) => (id === MILO ? milo : undefined));

test("a cart that can be sold as it is has no findings", () =>
  expect(check([line(MILO, 5)], product())).toEqual([]));

test("lines of one product count together against its stock", () => {
  expect(check([line(MILO, 3), line(MILO, 2)], product())).toEqual([]);
  expect(check([line(MILO, 3), line(MILO, 3)], product())).toEqual([
    { productId: MILO, what: "short", onHand: 5 },
  ]);
  expect(check([line(MILO, 1)], product({ onHand: -2 }))).toEqual([
    { productId: MILO, what: "short", onHand: -2 },
  ]);
});

test("INV-11: a product whose stock is not counted is never short", () =>
  expect(check([line(MILO, 900)], product({ onHand: -2, tracksStock: false }))).toEqual([]));

test("a product may be archived, have another price and be short at once", () => {
  const milo = product({ status: "archived", priceMinor: 5000, onHand: 0 });
  expect(check([line(MILO, 1)], milo)).toEqual([
    { productId: MILO, what: "archived" },
    { productId: MILO, what: "price", priceMinor: 5000 },
    { productId: MILO, what: "short", onHand: 0 },
  ]);
});

test("one line at another price is enough", () =>
  expect(check([line(MILO, 1), line(MILO, 1, 4000)], product())).toEqual([
    { productId: MILO, what: "price", priceMinor: 4500 },
  ]));

test("an unknown product is named once", () =>
  expect(check([line(SUGAR, 1), line(SUGAR, 1), line(MILO, 1)], product())).toEqual([
    { productId: SUGAR, what: "unknown" },
  ]));
