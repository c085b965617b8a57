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
  test("SELL-10: the same product at the same price is one line, and moves on top", () => {
    const cart = [milo, water, milo].reduce((before, each) => addProduct(before, each), emptyCart);
    expect(names(cart)).toEqual(["milo", "water"]);
    expect(cart.lines[0]?.quantity).toBe(2);
    expect(totalOf(cart)).toBe(12_900);
    expect(itemsOf(cart)).toBe(3);
  });

  test("a line at another price is another line until the prices meet", () => {
    const before = addProduct(emptyCart, milo, 2);
    const cheaper = setPrice(before, "milo@6200", 6_000);
    const both = addProduct(cheaper, milo);
    expect(both.lines.map(keyOf)).toEqual(["milo@6200", "milo@6000"]);
    const merged = setPrice(both, "milo@6000", 6_200);
    expect(merged.lines.map(({ quantity }) => quantity)).toEqual([3]);
    expect(totalOf(merged)).toBe(18_600);
  });

  test("nothing moves under a finger that counts, and a quantity of 0 takes the line out", () => {
    const cart = addProduct(addProduct(emptyCart, milo), water);
    expect(names(setQuantity(cart, "milo@6200", 4))).toEqual(["water", "milo"]);
    expect(names(setQuantity(cart, "milo@6200", 0))).toEqual(["water"]);
  });

  test("what is sold in parts is counted in parts and priced by the whole unit", () => {
    const cart = setQuantity(addProduct(emptyCart, cloth), "cloth@4500", 250);
    expect(totalOf(cart)).toBe(11_250);
    expect(itemsOf(cart)).toBe(1);
    expect(saleBody(cart, []).items).toEqual([
      { product_id: "cloth", quantity: 250, unit_price: 45, base_units: true },
    ]);
  });

  test("takes the prices of now, but not over a price that was given", () => {
    const cart = setPrice(addProduct(addProduct(emptyCart, milo), water), "water@500", 400);
    const now = new Map([
      ["milo", { ...milo, priceMinor: 6_500, stock_exact: 3 }],
      ["water", { ...water, priceMinor: 600 }],
    ]);
    const fresh = refresh(cart, (id) => now.get(id));
    expect(fresh.lines.map(({ unitPriceMinor }) => unitPriceMinor)).toEqual([400, 6_500]);
    expect(refresh(fresh, (id) => now.get(id))).toBe(fresh);
  });

  test("lines of one product are one line again where the price of now is the one that was given", () => {
    const given = setPrice(addProduct(emptyCart, milo, 2), "milo@6200", 6_000);
    const both = addProduct(given, milo);
    const fresh = refresh(both, () => ({ ...milo, priceMinor: 6_000 }));
    expect(fresh.lines.map((line) => [keyOf(line), line.quantity])).toEqual([["milo@6000", 3]]);
    expect(fresh.newest).toBe("milo@6000");
    expect(totalOf(fresh)).toBe(18_000);
  });

  test("is more than a sale may come to: then there is no total", () => {
    const dear = sellable("dear", 999_999_999);
    expect(sumsOf(addProduct(emptyCart, dear, 1_000_000))).toBeUndefined();
  });
});

describe("quantities of what is sold in parts", () => {
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

  test("read as people count them", () => {
    expect(unitsText(250, 100)).toBe("2.5");
    expect(unitsText(1_200, 1)).toBe("1,200");
    expect(unitsTyped(1_200, 1)).toBe("1200");
  });
});

describe("steps that can be undone", () => {
  const added = reduceTill(tillOf(emptyCart), { type: "added", product: milo, units: 6 });

  test("SELL-21: a line that was removed comes back by one undo", () => {
    const removed = reduceTill(added, { type: "counted", key: "milo@6200", quantity: 0 });
    expect(removed.cart.lines).toEqual([]);
    expect(reduceTill(removed, { type: "undone" }).cart).toEqual(added.cart);
  });

  test("go back one by one to where the cart began, and no farther", () => {
    const back = reduceTill(reduceTill(added, { type: "undone" }), { type: "undone" });
    expect(back).toEqual(tillOf(emptyCart));
  });

  test("a sale that was made or parked cannot be undone into the next", () => {
    const sold = reduceTill(added, { type: "added", product: water, units: 1 });
    const next = reduceTill(sold, { type: "replaced", cart: emptyCart });
    expect(reduceTill(next, { type: "undone" }).cart).toEqual(emptyCart);
  });
});
