import { describe, expect, test } from "vitest";

import {
  AddProductRequest,
  ChangeProductRequest,
  StockMovementRequest,
} from "#kernel/contract/api/product.ts";
import { parse, takes, wrong } from "#tests/kit/checks/schema-checks.ts";

const PRODUCT = { name: "Milo 400g", price: "45.00", stock: "100" };

describe("a product", () => {
  test("may have numeric texts, as forms send them", () =>
    expect(parse(AddProductRequest, { ...PRODUCT, description: "" })).toStrictEqual({
      name: "Milo 400g",
      description: undefined,
      price: 4500,
      stock: 100,
    }));

  test("reports all problems at once", () =>
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

  test("changes only the fields that are sent", () => {
    expect(parse(ChangeProductRequest, { id: "p" })).toStrictEqual({ id: "p" });
    expect(
      parse(ChangeProductRequest, { id: "p", description: null, stock: "15", expected_stock: 10 }),
    ).toStrictEqual({ id: "p", description: null, stock: 15, expected_stock: 10 });
    expect(takes(ChangeProductRequest, { id: "p", name: "" })).toBe(false);
    expect(takes(ChangeProductRequest, {})).toBe(false);
  });

  test("accepts a negative stock, so that the answer can be the text about it", () =>
    expect(parse(ChangeProductRequest, { id: "p", stock: -1 })).toStrictEqual({
      id: "p",
      stock: -1,
    }));
});

test("a version 1 route refuses unknown fields", () => {
  const movement = { product_id: "p", type: "add", quantity: 5 };
  expect(parse(StockMovementRequest, { ...movement, reason: "" })).toStrictEqual({
    ...movement,
    reason: undefined,
  });
  expect(takes(StockMovementRequest, { ...movement, stock: 9 })).toBe(false);
  expect(takes(StockMovementRequest, { ...movement, type: "set" })).toBe(false);
  expect(takes(StockMovementRequest, { ...movement, quantity: 0 })).toBe(false);
  expect(takes(StockMovementRequest, { ...movement, quantity: -5 })).toBe(false);
});
