import { describe, expect, it } from "vitest";

import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";

const row: SaleRow = {
  sale_id: "s",
  store: 1,
  register: 2,
  receipt_number: 42,
  customer_id: null,
  first_name: null,
  last_name: null,
  total_minor: 1999,
  tax_minor: 1,
  currency: "GHS",
  occurred_ms: 1000,
  recorded_ms: 2000,
  payment_method: "cash",
  lines: [{ productId: "p", name: "Rice", quantity: 3, unitPriceMinor: 5, totalMinor: 15 }],
  possible_duplicate_of: null,
};

describe("a sale in the list", () => {
  it("has both times; the legacy one is when it happened", () => {
    expect(toSaleItem(row)).toMatchObject({
      created_at: "1970-01-01T00:00:01.000Z",
      occurred_at: "1970-01-01T00:00:01.000Z",
      recorded_at: "1970-01-01T00:00:02.000Z",
    });
  });

  it("has its receipt number with store and register, if any", () => {
    expect(toSaleItem(row).receipt_number).toBe("1-2-42");
    expect(toSaleItem({ ...row, receipt_number: null }).receipt_number).toBeNull();
  });

  it("API-18: counts its lines and its units; a measured line is one unit", () => {
    const [line] = row.lines;
    const lines = line === undefined ? [] : [line, { ...line, quantity: 250, perUnit: 100 }, line];
    expect(toSaleItem({ ...row, lines })).toMatchObject({ item_count: 3, unit_count: 7 });
  });

  it("has its lines with decimals for pesewas", () => {
    expect(toSaleItem(row).items).toEqual([
      { product_id: "p", name: "Rice", quantity: 3, unit_price: 0.05, total: 0.15 },
    ]);
  });
});
