import { describe, expect, test } from "vitest";

import { reduceTill, tillOf } from "#web/features/sell/till/till.ts";
import {
  partsOf,
  unitsText,
  unitsTyped,
  addProduct,
  emptyCart,
  itemsOf,
  keyOf,
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
