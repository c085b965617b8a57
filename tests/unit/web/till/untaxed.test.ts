import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { priceSale } from "#command-api/sale/price-sale.ts";
import { TaxCategory } from "#kernel/contract/api/product.ts";
import { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { untaxedField } from "#kernel/contract/untaxed.ts";
import { changesOf } from "#tests/kit/till/browser-till.ts";
import {
  addProduct,
  type Cart,
  emptyCart,
  refresh,
  type Sellable,
  sumsOf,
} from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";
import { mergeData } from "#web/till/data.ts";
import { newEntryId } from "#web/till/entry-id.ts";
import type { TillRow } from "#web/till/rows.ts";
import { makeSale, taxedAs } from "#web/till/sale-entry.ts";

const ROW: TillRow = {
  generation: 1,
  publicKey: "key",
  number: 2,
  name: "Android phone",
  state: "active",
  nextSeq: 5,
  nextReceipt: 4,
};
const PERSON = "01990000-0000-7000-8000-0000000000b1";
const NOON_MS = Date.UTC(2026, 10, 25, 12);
const idOf = (n: number): string => `01990000-0000-7000-8000-0000000001a${n}`;

const sellable = (
  n: number,
  priceMinor: number,
  tax_category: TaxCategory,
  parts = 1,
): Sellable => ({
  id: idOf(n),
  name: `Thing ${n}`,
  priceMinor,
  stock_exact: 1_000,
  unit: parts === 1 ? null : { name: "yard", per_unit: parts },
  tax_category,
});

type Shop = Readonly<{ taxRateBp: number; taxMode: "inclusive" | "exclusive" }>;

function soldAt(cart: Cart, shop: Shop) {
  const totalMinor = sumsOf(cart, shop)?.totalMinor ?? 0;
  return makeSale(ROW, {
    cart,
    parts: [{ method: "cash", amountMinor: totalMinor }],
    cartId: newEntryId(NOON_MS),
    person: PERSON,
    atMs: NOON_MS,
    basis: 7,
    settings: { ...changesOf().settings, ...shop },
  }).sale.entry;
}

/** The lines that the server decides for the same cart. */
function decided(cart: Cart, products: readonly Sellable[], { taxRateBp, taxMode }: Shop) {
  const { items, discounts } = RecordSaleRequest.parse(saleBody(cart, "cash", { taxMode }));
  return priceSale({
    items: items.map((item) => ({ ...item, productId: ProductId.parse(item.product_id) })),
    discounts,
    productOf: (id) => {
      const product = products.find((one) => one.id === id);
      const { name = "", priceMinor = 0, unit } = product ?? {};
      return {
        status: "active",
        name,
        priceMinor,
        ...(unit && { unit: { name: unit.name, perUnit: unit.per_unit } }),
        ...untaxedField(product?.tax_category),
      };
    },
    taxRateBp,
    taxMode,
    mayOverridePrices: true,
    discountLimitBp: 0,
    mayGiveGifts: true,
  });
}

const anyShop = fc.record({
  taxRateBp: fc.constantFrom(0, 1_250, 2_000, 2_190),
  taxMode: fc.constantFrom("inclusive" as const, "exclusive" as const),
});
const anyDiscount = fc.option(
  fc.oneof(
    fc.record({ amountMinor: fc.nat(3_000) }),
    fc.record({ percentMilli: fc.integer({ min: 1, max: 100 }).map((percent) => percent * 1_000) }),
  ),
  { nil: undefined },
);
const anyThing = fc.record({
  priceMinor: fc.integer({ min: 1, max: 50_000 }),
  category: fc.constantFrom(...TaxCategory.options),
  parts: fc.constantFrom(1, 1, 3, 100),
  units: fc.integer({ min: 1, max: 9 }),
  discount: anyDiscount,
});

describe("TAX-15: a till without a network", () => {
  test("sells any cart with the lines, the tax and the total that the server decides", () => {
    fc.assert(
      fc.property(
        fc.array(anyThing, { minLength: 1, maxLength: 6 }),
        anyDiscount,
        anyShop,
        (things, discount, shop) => {
          const products = things.map(({ priceMinor, category, parts }, n) =>
            sellable(n, priceMinor, category, parts),
          );
          const filled = products.reduce(
            (cart, product, n) => addProduct(cart, product, things[n]?.units, "last"),
            emptyCart,
          );
          const lines = filled.lines.map((line, n) => ({ ...line, discount: things[n]?.discount }));
          const cart: Cart = { ...filled, lines, discount };
          const { v, body } = soldAt(cart, shop);
          const priced = decided(cart, products, shop);
          expect(body).toMatchObject({ lines: [], ...priced });
          expect(v).toBe(things.every(({ category }) => category === "standard") ? 1 : 3);
        },
      ),
      { numRuns: 500 },
    );
  });

  const milk = sellable(1, 1_000, "exempt");
  const soap = sellable(2, 500, "standard");

  test("writes version 3 only of a sale with a line without tax", () => {
    const shop = { taxRateBp: 2_000, taxMode: "exclusive" } as const;
    const mixed = soldAt(addProduct(addProduct(emptyCart, milk), soap), shop);
    expect(mixed).toMatchObject({ v: 3, body: { totalMinor: 1_600, taxMinor: 100 } });
    expect(mixed.body.lines.map((line) => [line.taxMinor, line.taxCategory])).toEqual([
      [100, undefined],
      [0, "exempt"],
    ]);
    expect(Object.keys(mixed.body.lines[0] ?? {})).not.toContain("taxCategory");
    expect(soldAt(addProduct(emptyCart, soap), shop).v).toBe(1);
  });

  test("taxes a cart as its newest data say, whatever it was filled with", () => {
    const [product] = changesOf().products;
    if (product === undefined) throw new Error("no product");
    const before = addProduct(emptyCart, { ...milk, id: product.id });
    expect(taxedAs(before, [product]).lines[0]?.taxCategory).toBeUndefined();
    const zero = { ...product, taxCategory: "zero" as const };
    expect(taxedAs(before, [zero]).lines[0]?.taxCategory).toBe("zero");
    // What is no longer in the data is taxed as it was put into the cart.
    expect(taxedAs(before, []).lines[0]?.taxCategory).toBe("exempt");
    const open = { ...before, lines: before.lines.map((line) => ({ ...line, open: true })) };
    expect(taxedAs(open, [zero])).toEqual(open);
  });

  test("forgets a category when the product is at the standard rate again", () => {
    const [product] = changesOf().products;
    if (product === undefined) throw new Error("no product");
    const zero = changesOf({ products: [{ ...product, taxCategory: "zero" }] });
    const data = mergeData(undefined, zero, 1);
    expect(data.products[0]?.taxCategory).toBe("zero");
    expect(mergeData(data, changesOf({ seq: 11 }), 2).products[0]?.taxCategory).toBeUndefined();
  });
});

describe("TAX-13: a cart on the screen", () => {
  const milk = sellable(1, 1_000, "exempt");

  test("follows the product, and is the same cart if nothing changed", () => {
    const cart = addProduct(emptyCart, milk);
    expect(refresh(cart, () => milk)).toBe(cart);
    const taxed = refresh(cart, () => ({ ...milk, tax_category: "standard" }));
    expect(taxed.lines[0]?.taxCategory).toBe("standard");
    expect(refresh(taxed, () => ({ ...milk, tax_category: "standard" }))).toBe(taxed);
    expect(refresh(taxed, () => milk).lines[0]?.taxCategory).toBe("exempt");
    // The same from a list of before, which does not say how it is taxed.
    const { tax_category: _, ...unsaid } = milk;
    expect(addProduct(emptyCart, unsaid).lines[0]?.taxCategory).toBeUndefined();
  });
});
