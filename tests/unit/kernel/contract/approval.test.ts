import { expect, test } from "vitest";

import { actsIn, type ApprovedLine, concededMinor, covers } from "#kernel/contract/approval.ts";

const line = (over: Partial<ApprovedLine> = {}): ApprovedLine => ({
  quantity: 2,
  listPriceMinor: 450,
  unitPriceMinor: 450,
  discountMinor: 0,
  totalMinor: 900,
  ...over,
});

test("PIN-14: another price, a discount and a gift are each an act", () => {
  expect([...actsIn([line()])]).toEqual([]);
  expect([...actsIn([line({ unitPriceMinor: 400 }), line({ unitPriceMinor: 500 })])]).toEqual([
    "price",
  ]);
  expect([...actsIn([line({ discountMinor: 10 })])]).toEqual(["discount"]);
  expect([...actsIn([line({ unitPriceMinor: 0, totalMinor: 0 })])]).toEqual(["price", "gift"]);
  expect([...actsIn([line({ listPriceMinor: 0, unitPriceMinor: 0, totalMinor: 0 })])]).toEqual([]);
});

test("PIN-14: an approval covers its own act, and that of a gift the price that makes it one", () => {
  expect(covers("price", "price")).toBe(true);
  expect(covers("price", "discount")).toBe(false);
  expect(covers("price", "gift")).toBe(false);
  expect(covers("gift", "price")).toBe(true);
  expect(covers("gift", "discount")).toBe(true);
  expect(covers("gift", "oversell")).toBe(false);
});

test("PIN-15: what is conceded is the distance from the list price, with the discount, in pesewas", () => {
  expect(concededMinor([line()])).toBe(0);
  expect(concededMinor([line({ unitPriceMinor: 400 })])).toBe(100);
  expect(concededMinor([line({ unitPriceMinor: 500, discountMinor: 30 }), line()])).toBe(130);
  // 7 of 100 parts, 50 less: 3.5 is rounded up.
  expect(concededMinor([line({ unitPriceMinor: 400, quantity: 7, perUnit: 100 })])).toBe(4);
});
