import { describe, expect, test } from "vitest";

import { LoginRequest, RegisterForm, RegisterRequest } from "#kernel/contract/api/auth.ts";
import { AddCustomerRequest, ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import { PeriodQuery } from "#kernel/contract/api/dashboard.ts";
import { ListQuery } from "#kernel/contract/api/listing.ts";
import {
  AddProductRequest,
  ChangeProductRequest,
  StockMovementRequest,
} from "#kernel/contract/api/product.ts";
import { RecordSaleRequest, VoidSaleRequest } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";

type Issue = { message: string; path: PropertyKey[] };
type Schema = {
  safeParse: (value: unknown) => { success: boolean; data?: unknown; error?: { issues: Issue[] } };
};

const parse = (schema: Schema, value: unknown): unknown => schema.safeParse(value).data;
const takes = (schema: Schema, value: unknown): boolean => schema.safeParse(value).success;
/** What is wrong, by field: the first thing that is wrong with each. */
const wrong = (schema: Schema, value: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [path.join("."), message]),
  );

const words = texts.registration;
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
  test.each<[string, Schema, object]>([
    ["adding a product", AddProductRequest, PRODUCT],
    ["changing a product", ChangeProductRequest, { id: "p" }],
    ["adding a customer", AddCustomerRequest, { first_name: "Ama", last_name: "Mensah" }],
    ["changing a customer", ChangeCustomerRequest, { id: "c" }],
    ["recording a sale", RecordSaleRequest, SALE],
    ["voiding a sale", VoidSaleRequest, { id: "s" }],
    ["registering", RegisterRequest, SHOP],
    ["signing in", LoginRequest, { email: "a@b", password: "x" }],
  ])("%s drops fields that it does not know", (_name, schema, good) => {
    const hostile = JSON.parse(
      '{"tenant_id":"x","role":"owner","is_admin":true,"created_at":"2020-01-01","total_amount":0,"__proto__":{"polluted":1}}',
    );
    expect(takes(schema, good)).toBe(true);
    expect(parse(schema, { ...hostile, ...good })).toStrictEqual(parse(schema, good));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

test("a new route refuses a field that it does not know", () => {
  const movement = { product_id: ITEM.product_id, type: "add", quantity: 5 };
  expect(parse(StockMovementRequest, { ...movement, reason: "" })).toStrictEqual({
    ...movement,
    reason: undefined,
  });
  expect(takes(StockMovementRequest, { ...movement, stock: 9 })).toBe(false);
  expect(takes(StockMovementRequest, { ...movement, type: "set" })).toBe(false);
  expect(takes(StockMovementRequest, { ...movement, quantity: 0 })).toBe(false);
  expect(takes(StockMovementRequest, { ...movement, quantity: -5 })).toBe(false);
});

describe("a product", () => {
  test("comes with numeric texts as a form sends them", () =>
    expect(parse(AddProductRequest, { ...PRODUCT, description: "" })).toStrictEqual({
      name: "Milo 400g",
      description: undefined,
      price: 4500,
      stock: 100,
    }));

  test("says everything that is wrong with it at once", () =>
    expect(wrong(AddProductRequest, { description: 5 })).toStrictEqual({
      name: "Product name is required",
      description: expect.any(String),
      price: "Price is required",
      stock: "Stock must be a whole number",
    }));

  test("has names of up to 200 characters and descriptions of up to 2,000", () => {
    expect(takes(AddProductRequest, { ...PRODUCT, name: "x".repeat(200) })).toBe(true);
    expect(takes(AddProductRequest, { ...PRODUCT, name: "x".repeat(201) })).toBe(false);
    expect(takes(AddProductRequest, { ...PRODUCT, description: "x".repeat(2000) })).toBe(true);
    expect(takes(AddProductRequest, { ...PRODUCT, description: "x".repeat(2001) })).toBe(false);
  });

  test("changes only in what is sent", () => {
    expect(parse(ChangeProductRequest, { id: "p" })).toStrictEqual({ id: "p" });
    expect(
      parse(ChangeProductRequest, { id: "p", description: null, stock: "15", expected_stock: 10 }),
    ).toStrictEqual({ id: "p", description: null, stock: 15, expected_stock: 10 });
    expect(takes(ChangeProductRequest, { id: "p", name: "" })).toBe(false);
    expect(takes(ChangeProductRequest, {})).toBe(false);
  });

  test("below nothing is understood, so that the answer can be the text about it", () =>
    expect(parse(ChangeProductRequest, { id: "p", stock: -1 })).toStrictEqual({
      id: "p",
      stock: -1,
    }));
});

describe("a sale", () => {
  test("is for cash and for a walk-in customer unless it says otherwise", () => {
    for (const customer of [{}, { customer_id: null }, { customer_id: "" }]) {
      expect(parse(RecordSaleRequest, { ...SALE, ...customer, notes: "" })).toMatchObject({
        items: [{ ...ITEM, unit_price: 4500 }],
        payment_method: "cash",
        notes: undefined,
      });
    }
  });

  test.each([[{}], [{ items: [] }], [{ items: null }], [{ items: "x" }]])(
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

  test.each([
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

  test.each([
    { payment_method: "bitcoin" },
    { payment_method: "" },
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

  test.each([
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

describe("a customer", () => {
  test("needs a first and a last name, and any email must look like one", () =>
    expect(wrong(AddCustomerRequest, { first_name: " ", email: "ama" })).toStrictEqual({
      first_name: words.firstNameRequired,
      last_name: words.lastNameRequired,
      email: words.emailInvalid,
    }));

  test("has bounds", () => {
    const ama = { first_name: "Ama", last_name: "Mensah" };
    expect(
      takes(AddCustomerRequest, { ...ama, phone: "0".repeat(32), address: "x".repeat(500) }),
    ).toBe(true);
    expect(takes(AddCustomerRequest, { ...ama, phone: "0".repeat(33) })).toBe(false);
    expect(takes(AddCustomerRequest, { ...ama, address: "x".repeat(501) })).toBe(false);
    expect(takes(AddCustomerRequest, { ...ama, first_name: "x".repeat(201) })).toBe(false);
  });

  test("keeps what an edit form sends empty and loses what is null", () =>
    expect(
      parse(ChangeCustomerRequest, {
        id: "c",
        first_name: "Ama",
        email: "",
        phone: null,
        address: "Osu",
      }),
    ).toStrictEqual({ id: "c", first_name: "Ama", email: undefined, phone: null, address: "Osu" }));
});

describe("a registration", () => {
  test("has the texts of the specification for what is missing", () =>
    expect(wrong(RegisterRequest, { business_name: "", email: "", password: "" })).toMatchObject({
      business_name: words.businessNameRequired,
      first_name: words.firstNameRequired,
      last_name: words.lastNameRequired,
      email: words.emailRequired,
      password: words.passwordRequired,
    }));

  test.each([
    ["", false],
    ["1234567", false],
    ["12345678", true],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
    ["        ", true],
    ["pass 😀 wörd", true],
  ])("with the password %j: %s", (password, good) =>
    expect(takes(RegisterRequest, { ...SHOP, password })).toBe(good),
  );

  test("keeps every character of a password", () =>
    expect(parse(RegisterRequest, { ...SHOP, password: " 12345678 " })).toMatchObject({
      password: " 12345678 ",
    }));

  test("asks for the password twice in its form alone", () => {
    expect(wrong(RegisterForm, { ...SHOP, confirm_password: "" })).toMatchObject({
      confirm_password: expect.any(String),
    });
    expect(wrong(RegisterForm, { ...SHOP, confirm_password: "other" })).toStrictEqual({
      confirm_password: words.passwordsDiffer,
    });
    expect(takes(RegisterForm, { ...SHOP, confirm_password: SHOP.password })).toBe(true);
  });
});

test("a sign-in takes any email that is not empty: what is no account fails later", () => {
  expect(parse(LoginRequest, { email: " AMA ", password: "x" })).toStrictEqual({
    email: "ama",
    password: "x",
  });
  expect(wrong(LoginRequest, {})).toStrictEqual({
    email: words.emailRequired,
    password: words.passwordRequired,
  });
  expect(takes(LoginRequest, { email: "a@b", password: "x".repeat(1025) })).toBe(false);
});

describe("a period", () => {
  test.each([
    {},
    { period: "7" },
    { period: "30" },
    { period: "90" },
    { period: "365" },
    { from: "2026-11-01", to: "2026-11-01" },
  ])("%j is one", (period) => expect(takes(PeriodQuery, period)).toBe(true));

  test.each([
    { period: "8" },
    { period: 7 },
    { period: "" },
    { period: "all" },
    { from: "2026-11-01" },
    { to: "2026-11-01" },
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2026-02-30", to: "2026-03-01" },
    { from: "0000-01-01", to: "2026-01-01" },
    { period: "7", from: "2026-11-01", to: "2026-11-02" },
  ])("%j is none", (period) => expect(takes(PeriodQuery, period)).toBe(false));
});

test.each(["0", "-1", "1.5", "abc", "", "1e9", "9".repeat(16)])(
  "a page or limit of %j is refused",
  (value) => {
    expect(takes(ListQuery, { page: value })).toBe(false);
    expect(takes(ListQuery, { limit: value })).toBe(false);
    expect(parse(ListQuery, { page: "2", limit: "1000000" })).toStrictEqual({
      page: 2,
      limit: 1_000_000,
    });
  },
);
