import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { TaxCategory } from "#kernel/contract/api/product.ts";
import { type Cart, type CartLine, sumCart } from "#kernel/contract/cart.ts";
import { hasTaxed, untaxedField, UntaxedCategory, untaxedSums } from "#kernel/contract/untaxed.ts";

const category = fc.constantFrom(undefined, ...UntaxedCategory.options);
const discount = fc.oneof(
  fc.record({ percentMilli: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ item: fc.nat(7), percentMilli: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ amountMinor: fc.nat(5_000) }),
  fc.record({ item: fc.nat(7), amountMinor: fc.nat(5_000) }),
);
const anyCart = fc.record({
  items: fc.array(
    fc.record({
      unitPriceMinor: fc.integer({ min: 0, max: 200_000 }),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      perUnit: fc.constantFrom(undefined, 1, 12, 1_000),
      taxCategory: category,
    }),
    { minLength: 1, maxLength: 8 },
  ),
  discounts: fc.array(discount, { maxLength: 3 }),
  taxRateBp: fc.integer({ min: 0, max: 10_000 }),
  taxMode: fc.constantFrom("inclusive" as const, "exclusive" as const),
});

/** The nearest whole number to a fraction; a tie goes up. */
const nearest = (of: bigint, by: bigint): number => Number((2n * of + by) / (2n * by));

/** What a line costs after its discounts, which a cart without tax says. */
const netOf = ({ items, discounts }: Cart, index: number): bigint => {
  const sums = sumCart({ items: items.map(asStandard), discounts, taxRateBp: 0 });
  return typeof sums === "string" ? 0n : BigInt(sums.lines[index]?.totalMinor ?? 0);
};
const asStandard = ({ taxCategory: _, ...item }: Cart["items"][number]) => item;

function exactTax(cart: Cart, index: number): number {
  if (cart.items[index]?.taxCategory !== undefined) return 0;
  const [net, rate] = [netOf(cart, index), BigInt(cart.taxRateBp)];
  return cart.taxMode === "exclusive"
    ? nearest(net * rate, 10_000n)
    : nearest(net * rate, 10_000n + rate);
}

const sumOf = (lines: readonly CartLine[], of: (line: CartLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);

describe("TAX-13: any cart with exempt and zero-rated lines", () => {
  test("has the tax of its other lines alone, which adds up, in both modes and with discounts", () => {
    const seen = { refused: 0, mixed: 0 };
    fc.assert(
      fc.property(anyCart, (cart) => {
        const sums = sumCart(cart);
        if (typeof sums === "string") return void (seen.refused += 1);
        if (hasTaxed(cart.items) && !cart.items.every((one) => !one.taxCategory)) seen.mixed += 1;
        expect(sums.lines.map((line) => line.taxMinor)).toEqual(
          cart.items.map((_, index) => exactTax(cart, index)),
        );
        expect(sumOf(sums.lines, (line) => line.taxMinor)).toBe(sums.taxMinor);
        expect(sumOf(sums.lines, (line) => line.totalMinor)).toBe(sums.totalMinor);
        const added = cart.taxMode === "exclusive" ? sums.taxMinor : 0;
        const nets = cart.items.map((_, index) => Number(netOf(cart, index)));
        expect(sums.totalMinor).toBe(nets.reduce((sum, net) => sum + net, 0) + added);
      }),
      { numRuns: 2_000 },
    );
    expect(seen.mixed).toBeGreaterThan(500);
  });

  test("has the discounts of a cart in which all is taxed, and so has that its sums of before", () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const [sums, standard] = [
          sumCart(cart),
          sumCart({ ...cart, items: cart.items.map(asStandard) }),
        ];
        if (typeof sums === "string" || typeof standard === "string") return;
        const off = ({ lines }: typeof sums) => lines.map((line) => line.discountMinor);
        expect(off(sums)).toEqual(off(standard));
        for (const [index, item] of cart.items.entries()) {
          if (item.taxCategory !== undefined) continue;
          expect(sums.lines[index]).toEqual(standard.lines[index]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is worked out by hand: 120.00 taxed, 30.00 exempt, 10.00 zero-rated, 16.00 off all", () => {
    const cart = {
      items: [
        { unitPriceMinor: 12_000, quantity: 1 },
        { unitPriceMinor: 3_000, quantity: 1, taxCategory: "exempt" as const },
        { unitPriceMinor: 1_000, quantity: 1, taxCategory: "zero" as const },
      ],
      discounts: [{ amountMinor: 1_600 }],
      taxRateBp: 2_000,
    };
    expect(sumCart(cart)).toEqual({
      lines: [
        { discountMinor: 1_200, taxMinor: 1_800, totalMinor: 10_800 },
        { discountMinor: 300, taxMinor: 0, totalMinor: 2_700 },
        { discountMinor: 100, taxMinor: 0, totalMinor: 900 },
      ],
      totalMinor: 14_400,
      taxMinor: 1_800,
    });
    expect(sumCart({ ...cart, taxMode: "exclusive" })).toMatchObject({
      lines: [
        { taxMinor: 2_160, totalMinor: 12_960 },
        { taxMinor: 0, totalMinor: 2_700 },
        { taxMinor: 0, totalMinor: 900 },
      ],
      totalMinor: 16_560,
      taxMinor: 2_160,
    });
  });
});

describe("TAX-16: what a sale has apart", () => {
  const lines = [
    { totalMinor: 700 },
    { totalMinor: 200, taxCategory: "exempt" as const },
    { totalMinor: 500, taxCategory: "zero" as const },
    { totalMinor: 1_000, taxCategory: "exempt" as const },
  ];

  test("is the sum of each category, zero-rated first", () => {
    expect(untaxedSums(lines, 2_000)).toEqual([
      { category: "zero", name: "Zero-rated", amountMinor: 500 },
      { category: "exempt", name: "Exempt", amountMinor: 1_200 },
    ]);
    expect([hasTaxed(lines), hasTaxed(lines.slice(1))]).toEqual([true, false]);
  });

  test("is nothing in a sale of the standard rate, for a gift, and where no tax is charged", () => {
    expect(untaxedSums(lines.slice(0, 1), 2_000)).toEqual([]);
    expect(untaxedSums([{ totalMinor: 0, taxCategory: "zero" }], 2_000)).toEqual([]);
    expect(untaxedSums(lines, 0)).toEqual([]);
  });

  test("needs no field for the standard rate", () => {
    expect(TaxCategory.options.map(untaxedField)).toEqual([
      {},
      { taxCategory: "exempt" },
      { taxCategory: "zero" },
    ]);
    expect(untaxedField(undefined)).toEqual({});
  });
});
