import { describe, expect, test } from "vitest";

import { PriceInput, QuantityInput, StockInput } from "#kernel/contract/api/fields.ts";
import { MAX_PRICE_MINOR } from "#kernel/contract/money.ts";
import { read, refused } from "#tests/kit/checks/schema-checks.ts";

const NOT_NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  "-0",
  "-0.00",
  true,
  [3],
  { valueOf: 3 },
  null,
  undefined,
  "",
  " ",
  "1e3",
  "0x10",
  "１０",
  "1,000",
  "+5",
  "NaN",
  "1e400",
  "5\u0000",
  "9".repeat(50_000),
];

describe("a price in a request", () => {
  test.for([
    [0, 0],
    [0.1, 10],
    [12.5, 1250],
    [19.99, 1999],
    [1e3, 100_000],
    [9_999_999.99, MAX_PRICE_MINOR],
    ["0.00", 0],
    ["12.50", 1250],
    [" 12.5 ", 1250],
    ["9999999.99", MAX_PRICE_MINOR],
  ])("%j is %d pesewas", ([value, minor]) => expect(read(PriceInput, value)).toBe(minor));

  test.for([
    ...NOT_NUMBERS,
    -0.01,
    -1,
    "-1",
    0.001,
    "0.001",
    0.1 + 0.2,
    10_000_000,
    "10000000",
    1e21,
    2 ** 53,
    "12.",
    ".5",
  ])("%j is refused", (value) => expect(read(PriceInput, value)).toBe(refused));
});

describe("a quantity on the wire", () => {
  test.for([
    [1, 1],
    [1_000_000, 1_000_000],
    ["5", 5],
    [" 5 ", 5],
    [1e3, 1000],
  ])("%j is %d", ([value, quantity]) => expect(read(QuantityInput, value)).toBe(quantity));

  test.for([...NOT_NUMBERS, 0, -1, "-1", 1.5, "1.5", 1_000_001, 1e9, 2 ** 53 + 1])(
    "%j is refused",
    (value) => expect(read(QuantityInput, value)).toBe(refused),
  );
});

describe("a stock in a request", () => {
  test.for([
    [0, 0],
    [-1, -1],
    ["-7", -7],
    [2_147_483_647, 2_147_483_647],
  ])("%j is %d", ([value, stock]) => expect(read(StockInput, value)).toBe(stock));

  test.for([...NOT_NUMBERS, 1.5, 2_147_483_648, -2_147_483_649, "99999999999"])(
    "%j is refused",
    (value) => expect(read(StockInput, value)).toBe(refused),
  );
});
