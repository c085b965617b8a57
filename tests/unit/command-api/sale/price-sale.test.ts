import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { priceSale, type SoldProduct } from "#command-api/sale/price-sale.ts";
import { tenderOf } from "#command-api/sale/sale.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { MAX_PRICE_MINOR, MAX_QUANTITY, MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";

const [MILO, SUGAR, OLD, UNKNOWN] = [productId(1), productId(2), productId(3), productId(4)];
const CATALOGUE: ReadonlyMap<ProductId, SoldProduct> = new Map([
  [MILO, { status: "active", name: "Milo", priceMinor: 4500 }],
  [SUGAR, { status: "active", name: "Sugar", priceMinor: 1999 }],
  [OLD, { status: "archived", name: "Old", priceMinor: 100 }],
]);

const item = (id: ProductId, quantity: number, unitPrice: number) => ({
  productId: id,
  quantity,
  unit_price: unitPrice,
});
const price = (items: readonly ReturnType<typeof item>[], over: object = {}) =>
  priceSale({
    items,
    productOf: (id) => CATALOGUE.get(id),
    taxRateBp: 2000,
    mayOverridePrices: false,
    discountLimitBp: 0,
    mayGiveGifts: true,
    ...over,
  });

describe("pricing a sale", () => {
  test("computes every line and sum from quantity and unit price", () =>
    expect(price([item(MILO, 2, 4500), item(SUGAR, 3, 1999)])).toStrictEqual({
      lines: [
        {
          productId: MILO,
          name: "Milo",
          quantity: 2,
          listPriceMinor: 4500,
          unitPriceMinor: 4500,
          discountMinor: 0,
          taxMinor: 1500,
          totalMinor: 9000,
        },
        {
          productId: SUGAR,
          name: "Sugar",
          quantity: 3,
          listPriceMinor: 1999,
          unitPriceMinor: 1999,
          discountMinor: 0,
          taxMinor: 1000, // 999.5, half up
          totalMinor: 5997,
        },
      ],
      totalMinor: 14_997,
      taxMinor: 2500,
      tax: { mode: "inclusive", rateBp: 2000 },
    }));

  test("keeps two lines of one product separate", () =>
    expect(price([item(MILO, 1, 4500), item(MILO, 2, 4500)])).toMatchObject({
      lines: [{ quantity: 1 }, { quantity: 2 }],
      totalMinor: 13_500,
    }));

  test("keeps the tax rate of the sale, also of a tenant without tax", () => {
    for (const rateBp of [0, 1, 1250, 2000, 10_000]) {
      expect(price([item(MILO, 1, 4500)], { taxRateBp: rateBp })).toMatchObject({
        tax: { mode: "inclusive", rateBp },
      });
    }
    expect(price([item(MILO, 1, 4500)], { taxRateBp: 0 })).toMatchObject({ taxMinor: 0 });
  });

  test("refuses an unknown product", () =>
    expect(price([item(MILO, 1, 4500), item(UNKNOWN, 1, 1)])).toStrictEqual({
      rejected: "product-not-found",
    }));

  test("refuses a deleted product by its name", () =>
    expect(price([item(OLD, 1, 100)])).toStrictEqual({
      rejected: "product-archived",
      detail: "Old",
    }));

  test("refuses a lower, higher or zero price without the right to override", () => {
    for (const other of [4499, 4501, 0]) {
      expect(price([item(MILO, 1, other)])).toStrictEqual({
        rejected: "price-override-refused",
        detail: "Milo",
      });
    }
  });

  test("SELL-51: takes discounts up to the limit of each line from who may not override prices", () => {
    const of = (discounts: readonly object[], discountLimitBp: number, over: object = {}) =>
      price([item(MILO, 1, 4500), item(SUGAR, 1, 1999)], { discounts, discountLimitBp, ...over });
    const refused = (detail: string) => ({ rejected: "discount-refused", detail });
    expect(of([{ percent: 5_000 }], 500)).toMatchObject({
      lines: [{ discountMinor: 225 }, { discountMinor: 100 }],
      totalMinor: 6174,
    });
    expect(of([{ amount: 325 }], 500)).toMatchObject({ totalMinor: 6174 });
    expect(of([{ amount: 326 }], 500)).toEqual(refused("5"));
    expect(of([{ item: 1, amount: 101 }], 500)).toEqual(refused("5"));
    expect(of([{ item: 1, amount: 50 }, { percent: 5_000 }], 525)).toEqual(refused("5.25"));
    expect(of([{ amount: 0 }], 0)).toEqual({ rejected: "discount-refused" });
    expect(of([{ amount: 326 }], 0, { mayOverridePrices: true })).toMatchObject({
      totalMinor: 6173,
    });
  });

  test("keeps both prices after an override", () => {
    for (const other of [4499, 4501, 0]) {
      expect(price([item(MILO, 2, other)], { mayOverridePrices: true })).toMatchObject({
        lines: [{ listPriceMinor: 4500, unitPriceMinor: other, totalMinor: 2 * other }],
        totalMinor: 2 * other,
      });
    }
  });

  test("refuses amounts that are too large, in one line or in total", () => {
    const may = { mayOverridePrices: true };
    const tooLarge = { rejected: "total-too-large" };
    expect(price([item(MILO, MAX_QUANTITY, MAX_PRICE_MINOR)], may)).toStrictEqual(tooLarge);
    const large = item(MILO, 100_000, 999_999_999);
    expect(price([large], may)).toMatchObject({ totalMinor: 99_999_999_900_000 });
    expect(price([large, large], may)).toStrictEqual(tooLarge);
  });
});

const anyItem = fc.record({
  productId: fc.oneof(
    { weight: 200, arbitrary: fc.constantFrom(MILO, SUGAR) },
    { weight: 1, arbitrary: fc.constantFrom(OLD, UNKNOWN) },
  ),
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: MAX_QUANTITY })),
  unit_price: fc.oneof(
    fc.constantFrom(0, 100, 1999, 4500),
    fc.integer({ min: 0, max: MAX_PRICE_MINOR }),
  ),
});
const pricing = {
  taxRateBp: fc.integer({ min: 0, max: 10_000 }),
  mayOverridePrices: fc.constantFrom(true, true, true, false),
};

test("every sale is refused, or its lines add up and nothing is negative", () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 20 }), fc.record(pricing), (items, over) => {
      const priced = price(items, over);
      if (isRejection(priced)) return;
      const exact = items.reduce(
        (sum, line) => sum + BigInt(line.quantity) * BigInt(line.unit_price),
        0n,
      );
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(BigInt(priced.totalMinor)).toBe(exact);
      expect(priced.totalMinor).toBeLessThanOrEqual(MAX_TOTAL_MINOR);
      expect(sum(priced.lines.map((line) => line.totalMinor))).toBe(priced.totalMinor);
      expect(sum(priced.lines.map((line) => line.taxMinor))).toBe(priced.taxMinor);
      expect(tenderOf("cash", priced.totalMinor).amountMinor).toBe(priced.totalMinor);
      for (const line of priced.lines) {
        expect(
          Math.min(line.totalMinor, line.taxMinor, line.unitPriceMinor),
        ).toBeGreaterThanOrEqual(0);
        expect(line.taxMinor).toBeLessThanOrEqual(line.totalMinor);
      }
    }),
    { numRuns: 200 },
  );
});

describe("what was paid", () => {
  test("in cash is confirmed, in any other way asserted", () => {
    expect(tenderOf("cash", 900)).toStrictEqual({
      method: "cash",
      amountMinor: 900,
      status: "confirmed",
    });
    for (const method of ["card", "mobile_money", "bank_transfer"] as const) {
      expect(tenderOf(method, 900)).toStrictEqual({ method, amountMinor: 900, status: "asserted" });
    }
  });
});
