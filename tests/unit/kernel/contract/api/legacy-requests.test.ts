import { describe, expect, test } from "vitest";

import { LoginRequest, RegisterRequest } from "#kernel/contract/api/auth.ts";
import { AddCustomerRequest, ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import { AddProductRequest, ChangeProductRequest } from "#kernel/contract/api/product.ts";
import { VoidSaleRequest } from "#kernel/contract/api/sale.ts";
import { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { type AnySchema, parse, takes } from "#tests/kit/checks/schema-checks.ts";

const PRODUCT = { name: "Milo 400g", price: "45.00", stock: "100" };
const ITEM = { product_id: "018f0a00-0000-7000-8000-000000000001", quantity: 2, unit_price: 45 };
const SALE = { items: [ITEM] };
const SHOP = {
  business_name: "Ama's",
  first_name: "Ama",
  last_name: "Mensah",
  email: "ama@example.com",
  password: "12345678",
};

describe("a legacy request", () => {
  test.for<[string, AnySchema, object]>([
    ["adding a product", AddProductRequest, PRODUCT],
    ["changing a product", ChangeProductRequest, { id: "p" }],
    ["adding a customer", AddCustomerRequest, { first_name: "Ama", last_name: "Mensah" }],
    ["changing a customer", ChangeCustomerRequest, { id: "c" }],
    ["recording a sale", RecordSaleRequest, SALE],
    ["voiding a sale", VoidSaleRequest, { id: "s" }],
    ["registering", RegisterRequest, SHOP],
    ["signing in", LoginRequest, { email: "a@b", password: "x" }],
  ])("%s drops unknown fields", ([, schema, good]) => {
    const hostile = JSON.parse(
      '{"tenant_id":"x","role":"owner","is_admin":true,"created_at":"2020-01-01","total_amount":0,"__proto__":{"polluted":1}}',
    );
    expect(takes(schema, good)).toBe(true);
    expect(parse(schema, { ...hostile, ...good })).toStrictEqual(parse(schema, good));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
