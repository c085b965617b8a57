import { describe, expect, test } from "vitest";

import { products } from "#projector/projections/stock/products.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { productOf, saleOf } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

const productId = productOf(1);
const other = productOf(2);
const key = { product_id: productId };
const envelope = { streamVersion: 4, recordedMs: 9_000 };
const stamp = { version: 4, updated_ms: 9_000 };
const changesOf = (...of: Parameters<typeof recorded>) =>
  products.changes(recorded(...of), openPlainly);
const patch = (values: object) => [{ kind: "patch", key, values }];

describe("a product", () => {
  const rice = { productId, name: "Rice", priceMinor: 2550, currency: "GHS", openingStock: 7 };

  test("is added with its known details", () => {
    const [change] = changesOf("ProductAdded", rice);
    expect(change).toMatchObject({
      kind: "put",
      key,
      values: {
        name: "Rice",
        price_minor: 2550,
        currency: "GHS",
        stock: 7,
        archived: false,
        version: 1,
        created_ms: 1_000,
        updated_ms: 2_000,
      },
    });
  });

  test("is added with every possible detail", () => {
    const details = {
      description: "Long grain",
      sku: "R-1",
      barcodes: ["1", "2"],
      category: "Food",
      unit: { name: "bag", perUnit: 12 },
      costMinor: 2000,
      reorderPoint: 5,
      tracksStock: false,
      taxCategory: "zero",
    };
    expect(changesOf("ProductAdded", { ...rice, ...details })[0]?.values).toMatchObject({
      description: "Long grain",
      sku: "R-1",
      barcodes: ["1", "2"],
      category: "Food",
      unit: { name: "bag", perUnit: 12 },
      cost_minor: 2000,
      reorder_point: 5,
      tracks_stock: false,
      tax_category: "zero",
    });
  });

  test("has the stock that the database recorded when it was added", () => {
    const effects = { stock: [[productId, 7, 8] satisfies [string, number, number]] };
    expect(changesOf("ProductAdded", rice, { effects })[0]?.values).toMatchObject({ stock: 8 });
  });

  test("changes only the changed fields", () => {
    const changes = { name: { from: "Rice", to: "Brown rice" } };
    expect(changesOf("ProductDetailsChanged", { productId, changes }, envelope)).toEqual(
      patch({ name: "Brown rice", ...stamp }),
    );
  });

  test("loses its description when it is cleared", () => {
    const changes = { description: { from: "Long grain", to: null } };
    expect(changesOf("ProductDetailsChanged", { productId, changes }, envelope)).toEqual(
      patch({ description: null, ...stamp }),
    );
  });

  test("has its new price, in the currency of that price", () => {
    const data = { productId, fromMinor: 2550, toMinor: 2600, currency: "USD" };
    expect(changesOf("ProductRepriced", data, envelope)).toEqual(
      patch({ price_minor: 2600, currency: "USD", ...stamp }),
    );
  });

  test("is archived and restored", () => {
    expect(changesOf("ProductArchived", { productId }, envelope)).toEqual(
      patch({ archived: true, ...stamp }),
    );
    expect(changesOf("ProductRestored", { productId }, envelope)).toEqual(
      patch({ archived: false, ...stamp }),
    );
  });
});

describe("stock", () => {
  const effects = {
    stock: [
      [productId, -3, 4],
      [other, -1, 0],
    ] satisfies [string, number, number][],
  };
  const moved = [
    ...patch({ stock: 4, updated_ms: 9_000 }),
    { kind: "patch", key: { product_id: other }, values: { stock: 0, updated_ms: 9_000 } },
  ];
  const line = {
    productId,
    name: "Rice",
    quantity: 3,
    listPriceMinor: 1,
    unitPriceMinor: 1,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: 3,
  };
  const sums = {
    saleId: saleOf(1),
    businessDate: "2026-03-02",
    currency: "GHS",
    lines: [line],
    tenders: [],
    totalMinor: 3,
    taxMinor: 0,
  };

  test("has the recorded stock after a sale, which does not change the product's version", () => {
    const data = { ...sums, store: 1, register: 1, tax: { mode: "inclusive", rateBp: 0 } };
    expect(changesOf("SaleRecorded", data, { ...envelope, effects })).toEqual(moved);
  });

  test("has the recorded stock after a void", () => {
    expect(changesOf("SaleVoided", sums, { ...envelope, effects })).toEqual(moved);
  });

  test("has the recorded stock after an adjustment and a count, which both change the version", () => {
    const one = { stock: [[productId, 2, 9] satisfies [string, number, number]] };
    const expected = [...patch({ stock: 9, updated_ms: 9_000 }), ...patch(stamp)];
    const adjusted = changesOf(
      "StockAdjusted",
      { productId, delta: 2 },
      { ...envelope, effects: one },
    );
    const counted = changesOf("StockCounted", { productId, to: 9 }, { ...envelope, effects: one });
    expect(adjusted).toEqual(expected);
    expect(counted).toEqual(expected);
  });
});
