import { describe, expect, test } from "vitest";

import {
  cashKeys,
  changeOf,
  paidOf,
  nextTender,
  receivedOf,
  typeKey,
} from "#web/features/sell/charge/payment.ts";
import { takeWords } from "#web/features/sell/charge/take-words.ts";
import { addProduct, emptyCart, type Tender } from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";

const typed = (keys: string): string => Array.from(keys).reduce(typeKey, "");

describe("SELL-14: the notes a customer is likely to hand over", () => {
  test.each([
    [8_800, [9_000, 10_000, 20_000]],
    [1_200, [2_000, 5_000, 10_000]],
    [450, [500, 1_000, 2_000]],
    [4_850, [5_000, 10_000, 20_000]],
    [5_000, [10_000, 20_000]],
    [6_200, [7_000, 10_000, 20_000]],
    [38_800, [39_000, 40_000]],
    [123_450, [125_000, 130_000, 140_000]],
    [175_000, [180_000, 200_000]],
    [20_000, []],
  ])("for %i are %j", (due, keys) => {
    expect(cashKeys(due, "GHS")).toEqual(keys);
  });

  test("each leaves no note that could stay in the pocket, up to a total of 1,000", () => {
    const notes = [5, 10, 20, 50, 100, 200].map((note) => note * 100);
    for (let due = 50; due <= 100_000; due += 50) {
      const keys = cashKeys(due, "GHS");
      expect(keys.length).toBeLessThanOrEqual(3);
      expect(keys).toEqual([...new Set(keys)].toSorted((a, b) => a - b));
      for (const key of keys) {
        const last = notes.findLast((note) => key % note === 0) ?? 0;
        expect([due, key > due, key % 500, key - last < due]).toEqual([due, true, 0, true]);
      }
    }
  });
});

describe("the number pad", () => {
  test.each([
    ["50", "50"],
    ["12.5", "12.5"],
    ["12.505", "12.50"],
    ["1..5", "1.5"],
    ["05", "5"],
    ["12345678", "1234567"],
  ])("after %j shows %j", (keys, shown) => {
    expect(typed(keys)).toBe(shown);
  });

  test("deletes the last key", () => {
    expect(typeKey("12.5", "back")).toBe("12.");
    expect(typeKey("", "back")).toBe("");
  });
});

describe("the next payment", () => {
  test("is the whole amount due unless another was typed", () => {
    expect(nextTender({ method: "card", dueMinor: 8_800, typed: undefined })).toEqual({
      method: "card",
      amountMinor: 8_800,
    });
  });

  test("in cash may be more, which gives change", () => {
    const part: Tender = { method: "cash", amountMinor: 8_800, givenMinor: 10_000 };
    expect(nextTender({ method: "cash", dueMinor: 8_800, typed: 10_000 })).toEqual(part);
    expect([changeOf([part]), receivedOf([part]), paidOf([part])]).toEqual([1_200, 10_000, 8_800]);
  });

  test("may be less, and the rest is paid another way", () => {
    const parts = [
      nextTender({ method: "cash", dueMinor: 8_800, typed: 5_000 }),
      nextTender({
        method: "mobile_money",
        dueMinor: 3_800,
        typed: undefined,
        reference: " MM-7 ",
      }),
    ];
    expect(parts).toEqual([
      { method: "cash", amountMinor: 5_000 },
      { method: "mobile_money", amountMinor: 3_800, reference: "MM-7" },
    ]);
  });

  test("is never more than due except in cash, and never zero", () => {
    expect(nextTender({ method: "card", dueMinor: 8_800, typed: 8_801 })).toBe("over");
    expect(nextTender({ method: "cash", dueMinor: 8_800, typed: 0 })).toBe("nothing");
  });

  test("is named on the button", () => {
    const part: Tender = { method: "cash", amountMinor: 8_800, givenMinor: 10_000 };
    expect(takeWords({ part, method: "cash", dueMinor: 8_800, typed: "100" })).toEqual({
      action: "Take cash",
      amountMinor: 10_000,
      name: "Change from 100.00",
      minor: 1_200,
    });
  });
});

test("the body of a sale has the price of each line and the payments, exactly", () => {
  const cart = addProduct(
    { ...emptyCart, customer: { id: "c-kwame", name: "Kwame Boateng" } },
    { id: "p-milk", name: "Peak Milk", priceMinor: 6_805, stock_exact: 6, unit: null },
    2,
  );
  const parts: Tender[] = [{ method: "cash", amountMinor: 13_610, givenMinor: 20_000 }];
  expect(saleBody(cart, parts, { confirmOversell: true })).toEqual({
    customer_id: "c-kwame",
    items: [{ product_id: "p-milk", quantity: 2, unit_price: 68.05 }],
    notes: "",
    tenders: [{ method: "cash", amount: 136.1, given: 200 }],
    confirm_oversell: true,
  });
});
