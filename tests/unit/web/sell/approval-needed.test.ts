import { describe, expect, test } from "vitest";

import type { EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import {
  approvalFor,
  type CartChange,
  isAboveLimit,
  isCovered,
  isShortAfter,
} from "#web/features/sell/till/approval-needed.ts";
import type { Approved } from "#web/lock/approve.ts";
import { addProduct, type Cart, emptyCart, reduceCart, setPrice } from "#web/state/cart.ts";

const CART_ID = "01990000-0000-8000-8000-00000000e001";
const milo = { id: "p-milo", name: "Milo 400g", priceMinor: 1_200, stock_exact: 9, unit: null };
const cloth = {
  id: "p-cloth",
  name: "Cloth",
  priceMinor: 1_000,
  stock_exact: 900,
  unit: { name: "yard", per_unit: 100 },
};
const twoMilo = addProduct(emptyCart, milo, 2);
const cheap = setPrice(twoMilo, "p-milo@1200", 1_000);

const wantedFor = (cart: Cart, changes: readonly CartChange[] = [], discountLimitBp = 0) =>
  approvalFor(CART_ID, { cart, changes, discountLimitBp });
const priced = (key: string, unitPriceMinor: number): CartChange[] => [
  { type: "priced", key, unitPriceMinor },
];

const NOW = 1_800_000_000_000;
const given = (part: Partial<Approved> = {}) => ({
  entry: CART_ID,
  approved: {
    is: "approved",
    approval: {
      by: UserId.parse("01990000-0000-7000-8000-00000000c0f1"),
      how: "offline",
      what: "price",
    },
    amountMinor: 400,
    untilMs: NOW + 1,
    ...part,
  } as const,
});

describe("what of a cart needs an approval", () => {
  test("PIN-41: nothing at the shop's prices", () => {
    expect(wantedFor(twoMilo)).toBeUndefined();
    expect(wantedFor(cheap, priced("p-milo@1000", 1_200))).toBeUndefined();
  });

  test("PIN-41: the whole difference, lower and higher, and of parts of a unit", () => {
    const wanted = { entry: CART_ID, what: "price", amount_minor: 400 };
    const item = { product_id: "p-milo", price_minor: 1_000 };
    expect(wantedFor(cheap)).toEqual({ ...wanted, item });
    expect(wantedFor(twoMilo, priced("p-milo@1200", 1_000))).toEqual({ ...wanted, item });
    expect(wantedFor(twoMilo, priced("p-milo@1200", 1_400))).toMatchObject({ amount_minor: 400 });
    const yard = setPrice(addProduct(cheap, cloth), "p-cloth@1000", 900);
    expect(wantedFor(yard)).toMatchObject({
      amount_minor: 500,
      item: { product_id: "p-cloth" },
    });
  });

  test("PIN-41: a price of 0 is a gift", () => {
    expect(wantedFor(twoMilo, priced("p-milo@1200", 0))).toMatchObject({
      what: "gift",
      amount_minor: 2_400,
    });
  });

  test("SELL-51: a discount above the limit, on a line or on the cart, and what both come to", () => {
    const ofCart = { type: "discounted", discount: { percentMilli: 10_000 } } as const;
    const asked = { entry: CART_ID, what: "discount", amount_minor: 240 };
    expect(wantedFor(twoMilo, [ofCart])).toEqual(asked);
    expect(wantedFor(twoMilo, [ofCart], 990)).toEqual(asked);
    expect(wantedFor(twoMilo, [ofCart], 1_000)).toBeUndefined();
    const ofLine = { ...ofCart, key: "p-milo@1200", discount: { amountMinor: 1 } } as const;
    expect(wantedFor(twoMilo, [ofLine])).toEqual({ ...asked, amount_minor: 1 });
    // 0.01, and 10 % of the 23.99 that are left.
    expect(wantedFor(twoMilo, [ofLine, ofCart], 1_000)).toEqual({ ...asked, amount_minor: 241 });
    const none = { ...ofLine, discount: undefined } as const;
    expect(wantedFor(reduceCart(twoMilo, ofLine), [none])).toBeUndefined();
  });

  test("SELL-51: another price and a discount are asked for together, and do not name one price", () => {
    const both: CartChange[] = [
      { type: "discounted", key: "p-milo@1200", discount: { amountMinor: 50 } },
      ...priced("p-milo@1200", 1_000),
    ];
    expect(wantedFor(twoMilo, both)).toEqual({
      entry: CART_ID,
      what: "price",
      amount_minor: 450,
    });
    const all = { type: "discounted", discount: { percentMilli: 100_000 } } as const;
    expect(wantedFor(twoMilo, [all])).toMatchObject({ what: "gift", amount_minor: 2_400 });
  });

  test("SELL-51: the limit is of each line, whatever the others cost", () => {
    const both = addProduct(twoMilo, cloth);
    const off = { type: "discounted", key: "p-cloth@1000", discount: { amountMinor: 51 } } as const;
    const isAbove = (discountLimitBp: number) =>
      isAboveLimit({ cart: both, changes: [off], discountLimitBp });
    expect([isAbove(500), isAbove(510)]).toEqual([true, false]);
  });
});

describe("what an approval covers", () => {
  const wanted = wantedFor(cheap);
  if (wanted === undefined) throw new Error("nothing is wanted");

  test("PIN-41: one sale, up to its amount, for 2 minutes, and the act that was approved", () => {
    expect(isCovered(wanted, given(), NOW)).toBe(true);
    expect(isCovered(wanted, undefined, NOW)).toBe(false);
    expect(isCovered(wanted, { ...given(), entry: "another" }, NOW)).toBe(false);
    expect(isCovered(wanted, given({ amountMinor: 399 }), NOW)).toBe(false);
    expect(isCovered(wanted, given(), NOW + 1)).toBe(false);
    expect(isCovered({ ...wanted, what: "gift" }, given(), NOW)).toBe(false);
  });

  test("PIN-80: a price and a sale above the stock only together, if both are wanted", () => {
    const by = UserId.parse("01990000-0000-7000-8000-00000000c0f1");
    const approved = (acts: Pick<EntryApproval, "what" | "oversell">) =>
      given({ approval: { by, how: "offline", ...acts } });
    const ofPrice = approved({ what: "price" });
    const ofStock = approved({ what: "oversell" });
    const ofBoth = approved({ what: "price", oversell: true });
    const both = { ...wanted, oversell: true } as const;
    const stock = { entry: CART_ID, what: "oversell", amount_minor: 0 } as const;
    const covered = (request: typeof wanted) =>
      [ofPrice, ofStock, ofBoth].map((one) => isCovered(request, one, NOW));
    expect(covered(wanted)).toEqual([true, false, true]);
    expect(covered(stock)).toEqual([false, true, true]);
    expect(covered(both)).toEqual([false, false, true]);
    expect(covered({ ...both, amount_minor: 401 })).toEqual([false, false, false]);
    expect(isCovered(both, ofBoth, NOW + 1)).toBe(false);
  });
});

test("PIN-81: a cart is short by what is in it after the change", () => {
  const key = "p-milo@1200";
  expect(isShortAfter(twoMilo)).toBe(false);
  expect(isShortAfter(twoMilo, [{ type: "counted", key, quantity: 9 }])).toBe(false);
  expect(isShortAfter(twoMilo, [{ type: "counted", key, quantity: 10 }])).toBe(true);
});
