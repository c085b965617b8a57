import { describe, expect, test } from "vitest";

import { UserId } from "#kernel/contract/ids.ts";
import { isCovered, approvalFor } from "#web/features/sell/till/approval-needed.ts";
import type { Approved } from "#web/lock/approve.ts";
import { addProduct, emptyCart, setPrice } from "#web/state/cart.ts";

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
    expect(approvalFor(CART_ID, twoMilo)).toBeUndefined();
    const back = { key: "p-milo@1000", unitPriceMinor: 1_200 };
    expect(approvalFor(CART_ID, cheap, back)).toBeUndefined();
  });

  test("PIN-41: the whole difference, lower and higher, and of parts of a unit", () => {
    const wanted = { entry: CART_ID, what: "price", amount_minor: 400 };
    const item = { product_id: "p-milo", price_minor: 1_000 };
    expect(approvalFor(CART_ID, cheap)).toEqual({ ...wanted, item });
    const change = { key: "p-milo@1200", unitPriceMinor: 1_000 };
    expect(approvalFor(CART_ID, twoMilo, change)).toEqual({ ...wanted, item });
    const higher = { key: "p-milo@1200", unitPriceMinor: 1_400 };
    expect(approvalFor(CART_ID, twoMilo, higher)).toMatchObject({ amount_minor: 400 });
    const yard = setPrice(addProduct(cheap, cloth), "p-cloth@1000", 900);
    expect(approvalFor(CART_ID, yard)).toMatchObject({
      amount_minor: 500,
      item: { product_id: "p-cloth" },
    });
  });

  test("PIN-41: a price of 0 is a gift", () => {
    const free = { key: "p-milo@1200", unitPriceMinor: 0 };
    expect(approvalFor(CART_ID, twoMilo, free)).toMatchObject({
      what: "gift",
      amount_minor: 2_400,
    });
  });
});

describe("what an approval covers", () => {
  const wanted = approvalFor(CART_ID, cheap);
  if (wanted === undefined) throw new Error("nothing is wanted");

  test("PIN-41: one sale, up to its amount, for 2 minutes, and the act that was approved", () => {
    expect(isCovered(wanted, given(), NOW)).toBe(true);
    expect(isCovered(wanted, undefined, NOW)).toBe(false);
    expect(isCovered(wanted, { ...given(), entry: "another" }, NOW)).toBe(false);
    expect(isCovered(wanted, given({ amountMinor: 399 }), NOW)).toBe(false);
    expect(isCovered(wanted, given(), NOW + 1)).toBe(false);
    expect(isCovered({ ...wanted, what: "gift" }, given(), NOW)).toBe(false);
  });
});
