import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type Cart,
  type CartLine,
  countUnits,
  type Discount,
  sumCart,
} from "#kernel/contract/cart.ts";
import { largestRemainder, MAX_PRICE_MINOR, MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";

const item = (unitPriceMinor: number, quantity = 1) => ({ unitPriceMinor, quantity });
const sums = (cart: Cart) => {
  const found = sumCart(cart);
  if (typeof found === "string") throw new Error(found);
  return found;
};
const total = (cart: Cart): number => sums(cart).totalMinor;

describe("rounding cases that were wrong by one pesewa in other products", () => {
  test("4 x 1.48, 1.52, 1.54 and 0.39 with 21 % added are 11.33, of which 1.96 is tax", () => {
    const items = [item(148, 4), item(152), item(154), item(39)];
    expect(sums({ items, taxRateBp: 2100, taxMode: "exclusive" })).toMatchObject({
      totalMinor: 1133,
      taxMinor: 196,
    });
  });

  test("55.55 and 11.11 with 23 % added have a tax of 15.34", () =>
    expect(
      sums({ items: [item(5555), item(1111)], taxRateBp: 2300, taxMode: "exclusive" }).taxMinor,
    ).toBe(1534));

  test("2.30 less 5 % is 2.19", () =>
    expect(total({ items: [item(230)], discounts: [{ percentMilli: 5000 }], taxRateBp: 0 })).toBe(
      219,
    ));

  test("829.00 less 96.019 % is 33.00", () =>
    expect(
      total({ items: [item(82_900)], discounts: [{ percentMilli: 96_019 }], taxRateBp: 0 }),
    ).toBe(3300));

  test("0.535 of a unit at 7.00 is 3.75, and 6 % of that is 0.23: the base is the rounded price", () => {
    const items = [{ ...item(700, 535), perUnit: 1000 }];
    expect(sums({ items, taxRateBp: 600, taxMode: "exclusive" })).toMatchObject({
      totalMinor: 398,
      taxMinor: 23,
    });
  });
});

describe("discounts", () => {
  const items = [item(900), item(450)];

  test("apply one after the other, each to what is left", () => {
    const discounts = [{ item: 0, percentMilli: 10_000 }, { amountMinor: 100 }];
    expect(sums({ items, discounts, taxRateBp: 2000 }).lines).toEqual([
      { discountMinor: 154, taxMinor: 124, totalMinor: 746 },
      { discountMinor: 36, taxMinor: 69, totalMinor: 414 },
    ]);
  });

  test("may reduce the price to 0, not below", () => {
    const all: Discount[] = [{ amountMinor: 1350 }];
    expect(total({ items, discounts: all, taxRateBp: 0 })).toBe(0);
    for (const discounts of [
      [{ amountMinor: 1351 }],
      [{ item: 1, amountMinor: 451 }],
      [...all, { amountMinor: 1 }],
    ]) {
      expect(sumCart({ items, discounts, taxRateBp: 0 })).toBe("discount-too-large");
    }
  });
});

test("a sum above the maximum is refused, never wrapped around", () => {
  const huge = item(MAX_PRICE_MINOR, 1_000_000);
  expect(sumCart({ items: [huge], taxRateBp: 0 })).toBe("too-large");
  expect(sumCart({ items: Array.from({ length: 200 }, () => huge), taxRateBp: 0 })).toBe(
    "too-large",
  );
  const most = item(MAX_TOTAL_MINOR / 9, 9);
  expect(total({ items: [most], taxRateBp: 10_000 })).toBe(MAX_TOTAL_MINOR);
  expect(sumCart({ items: [most], taxRateBp: 1, taxMode: "exclusive" })).toBe("too-large");
});

const anyCart = fc.record({
  items: fc.array(
    fc.record({
      unitPriceMinor: fc.oneof(
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: MAX_PRICE_MINOR }),
      ),
      quantity: fc.integer({ min: 1, max: 1000 }),
      perUnit: fc.constantFrom(undefined, 1, 12, 1000),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  discounts: fc.array(
    fc.oneof(
      fc.record({ percentMilli: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({ item: fc.nat(9), percentMilli: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({ amountMinor: fc.nat(5000) }),
    ),
    { maxLength: 3 },
  ),
  taxRateBp: fc.integer({ min: 0, max: 10_000 }),
  taxMode: fc.constantFrom("inclusive" as const, "exclusive" as const),
});

test("the lines of any cart add up, and no sum is negative", () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const found = sumCart(cart);
      if (typeof found === "string") return;
      const sum = (of: (line: CartLine) => number) =>
        found.lines.reduce((all, line) => all + of(line), 0);
      expect(sum((line) => line.totalMinor)).toBe(found.totalMinor);
      expect(sum((line) => line.taxMinor)).toBe(found.taxMinor);
      for (const line of found.lines) {
        for (const amount of [line.totalMinor, line.taxMinor, line.discountMinor]) {
          expect(Number.isSafeInteger(amount) && amount >= 0 && !Object.is(amount, -0)).toBe(true);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

describe("splitting an amount", () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [225, [1500, 250, 250], [169, 28, 28]],
    [1, [250, 1500], [0, 1]],
    [0, [1, 2], [0, 0]],
    [7, [0, 0], [0, 0]],
  ])("%d by %j is %j", (amount, weights, parts) =>
    expect(largestRemainder(amount, weights)).toEqual(parts),
  );

  test("the parts add up, and each is within one of its exact share", () => {
    fc.assert(
      fc.property(
        fc.nat(MAX_TOTAL_MINOR),
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }),
        (amount, weights) => {
          const parts = largestRemainder(amount, weights);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
          const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
          for (const [index, part] of parts.entries()) {
            const off = BigInt(part) * whole - BigInt(amount) * BigInt(weights[index] ?? 0);
            expect(off > -whole && off < whole).toBe(true);
          }
        },
      ),
    );
  });
});

test("a line measured in parts counts as one item", () =>
  expect(countUnits([{ quantity: 3 }, { quantity: 133, perUnit: 100 }])).toBe(4));
