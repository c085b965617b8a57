import { describe, expect, it } from "vitest";

import { type ProductRow, toProductItem } from "#query-api/product/products.query.ts";

const row: ProductRow = {
  product_id: "p",
  name: "Rice",
  description: null,
  price_minor: 1050,
  stock: 30,
  unit: null,
  sku: null,
  barcodes: null,
  category: "Food",
  cost_minor: 805,
  reorder_point: 5,
  tracks_stock: null,
  picture_sha256: null,
  tax_category: null,
  archived: false,
  version: 3,
  created_ms: 0,
  updated_ms: 1_772_000_000_123,
};

describe("a product in the list", () => {
  it("has decimals for pesewas and ISO times in UTC", () => {
    expect(toProductItem(row)).toEqual({
      id: "p",
      name: "Rice",
      description: null,
      price: 10.5,
      stock: 30,
      stock_exact: 30,
      sku: null,
      barcodes: [],
      category: "Food",
      unit: null,
      cost: 8.05,
      reorder_point: 5,
      track_stock: true,
      picture: null,
      tax_category: "standard",
      archived: false,
      version: 3,
      created_at: "1970-01-01T00:00:00.000Z",
      updated_at: "2026-02-25T06:13:20.123Z",
    });
  });

  it.each([
    [30, 12, 2],
    [24, 12, 2],
    [11, 12, 0],
    [-1, 12, -1],
    [30, 1, 30],
  ])("with %i in stock, %i to a sale unit, shows %i", (stock, perUnit, shown) => {
    const item = toProductItem({ ...row, stock, unit: { name: "bag", perUnit } });
    expect(item).toMatchObject({
      stock: shown,
      stock_exact: stock,
      unit: { name: "bag", per_unit: perUnit },
    });
  });
});
