import { expect, test } from "vitest";

import {
  actsIn,
  allowsOversell,
  type ApprovedLine,
  concededMinor,
  covers,
} from "#kernel/contract/approval.ts";

const line = (over: Partial<ApprovedLine> = {}): ApprovedLine => ({
  quantity: 2,
  listPriceMinor: 450,
  unitPriceMinor: 450,
  discountMinor: 0,
  totalMinor: 900,
  ...over,
});

const acts = (...lines: readonly ApprovedLine[]) => [...actsIn(lines, 0)];

test("PIN-14: another price, a discount and a gift are each an act", () => {
  expect(acts(line())).toEqual([]);
  expect(acts(line({ unitPriceMinor: 400 }), line({ unitPriceMinor: 500 }))).toEqual(["price"]);
  expect(acts(line({ discountMinor: 10 }))).toEqual(["discount"]);
  expect(acts(line({ unitPriceMinor: 0, totalMinor: 0 }))).toEqual(["price", "gift"]);
  expect(acts(line({ listPriceMinor: 0, unitPriceMinor: 0, totalMinor: 0 }))).toEqual([]);
});

test("PIN-14: an approval covers its own act, that of a gift also the price that makes it one, that of a price also a discount", () => {
  expect(covers("price", "price")).toBe(true);
  expect(covers("price", "discount")).toBe(true);
  expect(covers("discount", "price")).toBe(false);
  expect(covers("discount", "gift")).toBe(false);
  expect(covers("price", "gift")).toBe(false);
  expect(covers("gift", "price")).toBe(true);
  expect(covers("gift", "discount")).toBe(true);
  expect(covers("gift", "oversell")).toBe(false);
});

test("PIN-80: an approval allows a sale above the stock alone, or beside its other act", () => {
  expect(allowsOversell({ what: "oversell" })).toBe(true);
  expect(allowsOversell({ what: "price", oversell: true })).toBe(true);
  expect(allowsOversell({ what: "price" })).toBe(false);
});

test("SELL-51, MONEY-13: a discount up to the limit of each line, rounded up, is no act", () => {
  const within = (discountMinor: number, limitBp: number, over: Partial<ApprovedLine> = {}) =>
    !actsIn([line({ discountMinor, ...over })], limitBp).has("discount");
  expect(within(0, 0)).toBe(true);
  expect(within(1, 0)).toBe(false);
  // 5 % of 9.00
  expect([within(45, 500), within(46, 500)]).toEqual([true, false]);
  // 5 % of 9.01 is 0.4505: a share of the cart's discount may be 0.46.
  const odd = { quantity: 1, listPriceMinor: 901, unitPriceMinor: 901 };
  expect([within(46, 500, odd), within(47, 500, odd)]).toEqual([true, false]);
  // 10 % of the price that is asked, for 50 of 100 parts.
  const cloth = { quantity: 50, perUnit: 100, listPriceMinor: 900, unitPriceMinor: 400 };
  expect([within(20, 1_000, cloth), within(21, 1_000, cloth)]).toEqual([true, false]);
  expect([...actsIn([line(), line({ discountMinor: 46 })], 500)]).toEqual(["discount"]);
  expect([...actsIn([line({ discountMinor: 900, totalMinor: 0 })], 10_000)]).toEqual(["gift"]);
});

test("PIN-15: what is conceded is the distance from the list price, with the discount, in pesewas", () => {
  expect(concededMinor([line()])).toBe(0);
  expect(concededMinor([line({ unitPriceMinor: 400 })])).toBe(100);
  expect(concededMinor([line({ unitPriceMinor: 500, discountMinor: 30 }), line()])).toBe(130);
  // 7 of 100 parts, 50 less: 3.5 is rounded up.
  expect(concededMinor([line({ unitPriceMinor: 400, quantity: 7, perUnit: 100 })])).toBe(4);
});
