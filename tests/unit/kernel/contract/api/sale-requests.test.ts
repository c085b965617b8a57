import { describe, expect, test } from "vitest";

import { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { parse, takes, wrong } from "#tests/kit/checks/schema-checks.ts";

const ITEM = { product_id: "018f0a00-0000-7000-8000-000000000001", quantity: 2, unit_price: 45 };
const SALE = { items: [ITEM] };

describe("a sale", () => {
  test("defaults to cash and a walk-in customer", () => {
    for (const customer of [{}, { customer_id: null }, { customer_id: "" }]) {
      expect(parse(RecordSaleRequest, { ...SALE, ...customer, notes: "" })).toMatchObject({
        items: [{ ...ITEM, unit_price: 4500 }],
        payment_method: "cash",
        notes: undefined,
      });
    }
  });

  test.for([{}, { items: [] }, { items: null }, { items: "x" }])(
    "without an item, %j, is refused",
    (sale) =>
      expect(wrong(RecordSaleRequest, sale)).toStrictEqual({ items: texts.sales.addOneItem }),
  );

  test("has at most 200 items", () => {
    expect(takes(RecordSaleRequest, { items: Array.from({ length: 200 }, () => ITEM) })).toBe(true);
    expect(takes(RecordSaleRequest, { items: Array.from({ length: 201 }, () => ITEM) })).toBe(
      false,
    );
  });

  test.for([
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: 1e9 },
    { quantity: null },
    { unit_price: -1 },
    { unit_price: 0.001 },
    { unit_price: null },
    { product_id: null },
    { product_id: 5 },
    { product_id: "x".repeat(201) },
  ])("with an item of %j is refused", (bad) =>
    expect(takes(RecordSaleRequest, { items: [ITEM, { ...ITEM, ...bad }] })).toBe(false),
  );

  test.for([
    { payment_method: "bitcoin" },
    { payment_method: null },
    { notes: 5 },
    { notes: "x".repeat(2001) },
    { client_sale_id: "1" },
    { occurred_at: "yesterday" },
    { occurred_at: "2026-11-21" },
    { occurred_at: "2026-11-21T10:00:00" },
    { occurred_at: 1_790_000_000_000 },
    { occurred_at: "2026-02-30T10:00:00Z" },
  ])("with %j is refused", (bad) =>
    expect(takes(RecordSaleRequest, { ...SALE, ...bad })).toBe(false),
  );

  test.for([
    { payment_method: "mobile_money" },
    { payment_method: "bank_transfer" },
    { payment_method: "card" },
    { occurred_at: "2026-11-21T10:00:00Z" },
    { occurred_at: "2026-11-21T10:00:00.123+01:00" },
    { client_sale_id: "018f0c00-0000-7000-8000-000000000001" },
    { items: [{ ...ITEM, unit_price: 0 }] },
  ])("with %j is taken", (good) =>
    expect(takes(RecordSaleRequest, { ...SALE, ...good })).toBe(true),
  );
});
