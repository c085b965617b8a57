import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { grossOf, sumCart } from "#kernel/contract/cart.ts";
import { reduceTill, tillOf } from "#web/features/sell/till/till.ts";
import type { CartDiscount } from "#web/state/cart-discount.ts";
import {
  partsOf,
  unitsText,
  unitsTyped,
  addProduct,
  emptyCart,
  itemsOf,
  keyOf,
  reduceCart,
  refresh,
  setPrice,
  setQuantity,
  sumsOf,
  type Cart,
  type Sellable,
} from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";

const sellable = (id: string, priceMinor: number, more: Partial<Sellable> = {}): Sellable => ({
  id,
  name: `Product ${id}`,
  priceMinor,
  stock_exact: 50,
  unit: null,
  ...more,
});
const milo = sellable("milo", 6_200);
const water = sellable("water", 500);
const cloth = sellable("cloth", 4_500, { unit: { name: "yard", per_unit: 100 } });

const names = (cart: Cart): readonly string[] => cart.lines.map(({ productId }) => productId);
const totalOf = (cart: Cart) => sumsOf(cart)?.totalMinor;

describe("the cart", () => {
  test("SELL-10: the same product at the same price is one line, moved to the top", () => {
    const cart = [milo, water, milo].reduce((before, each) => addProduct(before, each), emptyCart);
    expect(names(cart)).toEqual(["milo", "water"]);
    expect(cart.lines[0]?.quantity).toBe(2);
    expect(totalOf(cart)).toBe(12_900);
    expect(itemsOf(cart)).toBe(3);
  });

  test("another price makes another line until the prices are equal", () => {
    const before = addProduct(emptyCart, milo, 2);
    const cheaper = setPrice(before, "milo@6200", 6_000);
    const both = addProduct(cheaper, milo);
    expect(both.lines.map(keyOf)).toEqual(["milo@6200", "milo@6000"]);
    const merged = setPrice(both, "milo@6000", 6_200);
    expect(merged.lines.map(({ quantity }) => quantity)).toEqual([3]);
    expect(totalOf(merged)).toBe(18_600);
  });

  test("changing a quantity keeps the order, and a quantity of 0 removes the line", () => {
    const cart = addProduct(addProduct(emptyCart, milo), water);
    expect(names(setQuantity(cart, "milo@6200", 4))).toEqual(["water", "milo"]);
    expect(names(setQuantity(cart, "milo@6200", 0))).toEqual(["water"]);
  });

  test("products sold in parts are counted in parts and priced per whole unit", () => {
    const cart = setQuantity(addProduct(emptyCart, cloth), "cloth@4500", 250);
    expect(totalOf(cart)).toBe(11_250);
    expect(itemsOf(cart)).toBe(1);
    expect(saleBody(cart, []).items).toEqual([
      { product_id: "cloth", quantity: 250, unit_price: 45, base_units: true },
    ]);
  });

  test("takes over current prices, but keeps a price that was entered", () => {
    const cart = setPrice(addProduct(addProduct(emptyCart, milo), water), "water@500", 400);
    const now = new Map([
      ["milo", { ...milo, priceMinor: 6_500, stock_exact: 3 }],
      ["water", { ...water, priceMinor: 600 }],
    ]);
    const fresh = refresh(cart, (id) => now.get(id));
    expect(fresh.lines.map(({ unitPriceMinor }) => unitPriceMinor)).toEqual([400, 6_500]);
    expect(refresh(fresh, (id) => now.get(id))).toBe(fresh);
  });

  test("lines of one product merge when the current price equals the entered one", () => {
    const given = setPrice(addProduct(emptyCart, milo, 2), "milo@6200", 6_000);
    const both = addProduct(given, milo);
    const fresh = refresh(both, () => ({ ...milo, priceMinor: 6_000 }));
    expect(fresh.lines.map((line) => [keyOf(line), line.quantity])).toEqual([["milo@6000", 3]]);
    expect(fresh.newest).toBe("milo@6000");
    expect(totalOf(fresh)).toBe(18_000);
  });

  test("above the largest total there is no total", () => {
    const dear = sellable("dear", 999_999_999);
    expect(sumsOf(addProduct(emptyCart, dear, 1_000_000))).toBeUndefined();
  });
});

const off = (discount: CartDiscount | undefined, key?: string) =>
  ({ type: "discounted", key, discount }) as const;
const discounted = (cart: Cart, ...changes: readonly ReturnType<typeof off>[]) =>
  changes.reduce<Cart>(reduceCart, cart);
const oneEach = addProduct(addProduct(emptyCart, water), milo);

describe("a discount", () => {
  test("SELL-49: is an amount or a percentage of a line, and stays with it", () => {
    const cart = discounted(
      oneEach,
      off({ percentMilli: 10_000 }, "milo@6200"),
      off({ amountMinor: 50 }, "water@500"),
    );
    expect(sumsOf(cart)?.lines).toMatchObject([
      { discountMinor: 620, totalMinor: 5_580 },
      { discountMinor: 50, totalMinor: 450 },
    ]);
    const more = addProduct(addProduct(cart, milo), water);
    expect(totalOf(more)).toBe(2 * 5_580 + 950);
    expect(
      totalOf(refresh(more, (id) => (id === "milo" ? { ...milo, priceMinor: 100 } : water))),
    ).toBe(180 + 950);
    expect(totalOf(setPrice(more, "milo@6200", 5_000))).toBe(9_000 + 950);
    expect(totalOf(discounted(more, off(undefined, "milo@6200")))).toBe(12_400 + 950);
  });

  test("SELL-49: never takes more than the price, also when the quantity falls", () => {
    const three = discounted(
      addProduct(emptyCart, water, 3),
      off({ amountMinor: 1_400 }, "water@500"),
    );
    expect(totalOf(three)).toBe(100);
    expect(totalOf(setQuantity(three, "water@500", 1))).toBe(0);
    const all = discounted(
      oneEach,
      off({ amountMinor: 6_700 }),
      off({ amountMinor: 1 }, "milo@6200"),
    );
    expect(totalOf(all)).toBe(0);
    expect(totalOf(addProduct(all, milo))).toBe(6_199);
  });

  test("SELL-50: of the cart is spread over what the lines leave", () => {
    const cart = discounted(
      oneEach,
      off({ amountMinor: 100 }),
      off({ percentMilli: 50_000 }, "milo@6200"),
    );
    expect(sumsOf(cart)?.lines).toMatchObject([{ totalMinor: 3_014 }, { totalMinor: 486 }]);
    expect(totalOf(cart)).toBe(3_500);
  });

  test("SELL-50: goes to the server as it was given, and an amount that is too large as what is left", () => {
    const cart = discounted(
      oneEach,
      off({ percentMilli: 2_500 }, "milo@6200"),
      off({ amountMinor: 99_999 }),
    );
    expect(saleBody(cart, []).discounts).toEqual([{ percent: 2.5, item: 0 }, { amount: 65.45 }]);
    expect(saleBody(oneEach, [])).not.toHaveProperty("discounts");
  });

  test("SELL-50: ends when the cart is emptied, and comes back with its lines", () => {
    const till = tillOf(discounted(oneEach, off({ amountMinor: 100 })), "first");
    const empty = ["milo@6200", "water@500"].reduce(
      (before, key) => reduceTill(before, { type: "counted", key, quantity: 0 }),
      till,
    );
    expect(empty.cart.discount).toBeUndefined();
    const back = reduceTill(reduceTill(empty, { type: "undone" }), { type: "undone" });
    expect(totalOf(back.cart)).toBe(6_600);
  });

  const anyDiscount = fc.option(
    fc.oneof(
      fc.record({ amountMinor: fc.nat(20_000) }),
      fc.record({ percentMilli: fc.integer({ min: 1, max: 100_000 }) }),
    ),
    { nil: undefined },
  );
  const anyLine = fc.record({
    priceMinor: fc.nat(9_999),
    units: fc.integer({ min: 1, max: 30 }),
    perUnit: fc.constantFrom(1, 12, 100),
    discount: anyDiscount,
  });
  const anyCart = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 20 }),
    discount: anyDiscount,
    taxRateBp: fc.constantFrom(0, 1_500, 2_000, 2_190),
  });

  test("MONEY-12: the lines of any cart add up to its total, and none is below 0", () => {
    const wanted = anyCart.map(({ lines, discount, taxRateBp }) => ({
      taxRateBp,
      cart: {
        ...emptyCart,
        discount,
        lines: lines.map(({ priceMinor, units, perUnit, discount: ofLine }, at) => ({
          productId: String(at),
          name: "P",
          unit: null,
          stock: 0,
          perUnit,
          discount: ofLine,
          unitPriceMinor: priceMinor,
          listPriceMinor: priceMinor,
          quantity: units,
        })),
      },
    }));
    fc.assert(
      fc.property(wanted, ({ cart, taxRateBp }) => {
        const sums = sumsOf(cart, { taxRateBp });
        if (sums === undefined) throw new Error("there is no sum");
        const { lines } = sums;
        const all = (of: (line: (typeof lines)[number]) => number) =>
          lines.reduce((sum, line) => sum + of(line), 0);
        expect(all((line) => line.totalMinor)).toBe(sums.totalMinor);
        expect(all((line) => line.taxMinor)).toBe(sums.taxMinor);
        cart.lines.forEach((line, at) => {
          const { discountMinor = -1, totalMinor = -1, taxMinor = -1 } = sums.lines[at] ?? {};
          expect(Math.min(discountMinor, totalMinor, taxMinor)).toBeGreaterThanOrEqual(0);
          expect(discountMinor + totalMinor).toBe(grossOf(line));
        });
        const { discount } = cart;
        const alone = sumsOf({ ...cart, discount: undefined })?.totalMinor ?? 0;
        const wantedMinor =
          discount !== undefined && "amountMinor" in discount ? discount.amountMinor : undefined;
        const takenMinor = alone - sums.totalMinor;
        expect(takenMinor).toBe(Math.min(wantedMinor ?? takenMinor, alone));
        // The server makes the same sums of what a till sends.
        const items = cart.lines;
        const discounts = sums.lines.map(({ discountMinor: amountMinor }, item) => ({
          item,
          amountMinor,
        }));
        expect(sumCart({ items, discounts, taxRateBp })).toEqual(sums);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("quantities in parts", () => {
  test.each([
    ["2", 1, 2],
    ["2.5", 100, 250],
    ["0.25", 4, 1],
    ["1.5", 1, undefined],
    ["0.333", 12, undefined],
    ["0", 1, undefined],
    ["-1", 1, undefined],
    ["two", 1, undefined],
    ["", 1, undefined],
    ["1000001", 1, undefined],
  ])("%j of %i parts are %j", (typed, perUnit, parts) => {
    expect(partsOf(typed, perUnit)).toBe(parts);
  });

  test("are shown as people write them", () => {
    expect(unitsText(250, 100)).toBe("2.5");
    expect(unitsText(1_200, 1)).toBe("1,200");
    expect(unitsTyped(1_200, 1)).toBe("1200");
  });
});

describe("undo", () => {
  const added = reduceTill(tillOf(emptyCart, "first"), { type: "added", product: milo, units: 6 });

  test("SELL-21: restores a removed line in one step", () => {
    const removed = reduceTill(added, { type: "counted", key: "milo@6200", quantity: 0 });
    expect(removed.cart.lines).toEqual([]);
    expect(reduceTill(removed, { type: "undone" }).cart).toEqual(added.cart);
  });

  test("goes back step by step to the start, and no further", () => {
    const back = reduceTill(reduceTill(added, { type: "undone" }), { type: "undone" });
    expect(back).toEqual(tillOf(emptyCart, "first"));
  });

  test("does not bring back a sold or parked cart", () => {
    const sold = reduceTill(added, { type: "added", product: water, units: 1 });
    const next = reduceTill(sold, { type: "replaced", id: "next", cart: emptyCart });
    expect(reduceTill(next, { type: "undone" }).cart).toEqual(emptyCart);
  });
});
