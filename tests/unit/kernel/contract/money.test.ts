import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  formatMoney,
  MAX_PRICE_MINOR,
  MAX_QUANTITY,
  MAX_TOTAL_MINOR,
  multiplyMinor,
  parseMinor,
  toDecimal,
  toDecimalText,
  toMinor,
} from "#kernel/contract/money.ts";

const minor = fc.integer({ min: -MAX_TOTAL_MINOR, max: MAX_TOTAL_MINOR });

/** The plain decimal of an amount on a screen. */
const unformatted = (text: string): string => text.replace("GH₵", "").replaceAll(",", "");

describe("parsing an amount", () => {
  test.each([
    ["0", 0],
    ["0.00", 0],
    ["0.1", 10],
    ["12", 1200],
    ["12.5", 1250],
    ["12.50", 1250],
    ["007.05", 705],
    ["-3.40", -340],
    // x * 100 gives 1998.99..., 114.99..., 434.99... and 100.49...
    ["19.99", 1999],
    ["1.15", 115],
    ["4.35", 435],
    ["9999999.99", MAX_PRICE_MINOR],
  ])("parses %j as %d pesewas", (text, expected) => expect(parseMinor(text)).toBe(expected));

  test.each([
    "0.001",
    "1,000",
    "１０",
    "1e2",
    "+5",
    "",
    " ",
    " 5",
    "5 ",
    "5\n",
    "-",
    "--1",
    ".5",
    "5.",
    "1.2.3",
    "0x10",
    "NaN",
    "Infinity",
    "null",
    "GH₵5",
    "−5",
    "٣",
    "1_000",
    "5-",
    "1/2",
  ])("refuses %j", (text) => expect(parseMinor(text)).toBeUndefined());

  test.each([
    [12.5, 1250],
    [19.99, 1999],
    [0.1, 10],
    [1e3, 100_000],
    ["12.50", 1250],
  ])("parses %j from JSON as %d pesewas", (amount, expected) =>
    expect(toMinor(amount)).toBe(expected),
  );

  test.each([
    0.1 + 0.2,
    1.005,
    0.001,
    1e-7,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "1e400",
    "1e2",
  ])("refuses %j from JSON", (amount) => expect(toMinor(amount)).toBeUndefined());

  test("never returns an inexact number", () => {
    expect(parseMinor("90071992547409.91")).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseMinor("90071992547409.92")).toBeUndefined();
    expect(parseMinor("99999999999999.99")).toBeUndefined();
    expect(parseMinor("-99999999999999.99")).toBeUndefined();
    expect(parseMinor("9".repeat(50_000))).toBeUndefined();
  });

  test("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 12 }), (text) => {
        const parsed = parseMinor(text);
        expect(parsed === undefined || Number.isSafeInteger(parsed)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("formatting an amount and parsing it", () => {
  test("returns the same amount for every price up to 999.99", () => {
    const wrong: number[] = [];
    for (let amount = 0; amount < 100_000; amount++) {
      const isSame =
        parseMinor(toDecimalText(amount)) === amount && toMinor(toDecimal(amount)) === amount;
      if (!isSame) wrong.push(amount);
    }
    // Formatting is slow, so amounts are sampled; 37 and 100,000 are coprime.
    for (let amount = 0; amount < 100_000; amount += 37) {
      if (parseMinor(unformatted(formatMoney(amount, "GHS"))) !== amount) wrong.push(amount);
    }
    expect(wrong).toEqual([]);
  });

  test("returns the same amount for any total of a sale", () => {
    fc.assert(
      fc.property(minor, (amount) => {
        expect(parseMinor(toDecimalText(amount))).toBe(amount);
        expect(toMinor(toDecimal(amount))).toBe(amount);
        expect(toMinor(JSON.stringify(toDecimal(amount)))).toBe(amount);
        expect(parseMinor(unformatted(formatMoney(amount, "GHS")))).toBe(amount);
      }),
      {
        numRuns: 500,
        examples: [[0], [-1], [MAX_PRICE_MINOR], [MAX_TOTAL_MINOR], [-MAX_TOTAL_MINOR]],
      },
    );
  });
});

describe("showing an amount", () => {
  test.each([
    [0, "GH₵0.00"],
    [-0, "GH₵0.00"],
    [1, "GH₵0.01"],
    [-1, "-GH₵0.01"],
    [10, "GH₵0.10"],
    [123_450, "GH₵1,234.50"],
    [-123_450, "-GH₵1,234.50"],
    [MAX_PRICE_MINOR, "GH₵9,999,999.99"],
    [MAX_TOTAL_MINOR, "GH₵999,999,999,999.99"],
  ])("MONEY-02: shows %d pesewas as %s", (amount, text) =>
    expect(formatMoney(amount, "GHS")).toBe(text),
  );

  test("MONEY-02, MONEY-03: shows a dollar sign only for dollars", () => {
    expect(formatMoney(123_450, "USD")).toContain("$1,234.50");
    expect(formatMoney(123_450, "GHS")).not.toContain("$");
  });

  test("has no negative zero", () => {
    expect(Object.is(parseMinor("-0"), 0)).toBe(true);
    expect(Object.is(parseMinor("-0.00"), 0)).toBe(true);
    expect(Object.is(toDecimal(-0), 0)).toBe(true);
    expect(toDecimalText(-0)).toBe("0.00");
  });
});

describe("quantity times price", () => {
  test("is exact or refused, never wrapped around", () => {
    expect(multiplyMinor(4500, 3)).toBe(13_500);
    expect(multiplyMinor(MAX_PRICE_MINOR, 1000)).toBe(999_999_999_000);
    expect(multiplyMinor(MAX_PRICE_MINOR, MAX_QUANTITY)).toBeUndefined();
    expect(multiplyMinor(MAX_TOTAL_MINOR, 1)).toBe(MAX_TOTAL_MINOR);
    expect(multiplyMinor(MAX_TOTAL_MINOR, 2)).toBeUndefined();
  });

  test("agrees with arithmetic on big integers", () => {
    const price = fc.integer({ min: 0, max: MAX_PRICE_MINOR });
    const quantity = fc.integer({ min: 1, max: MAX_QUANTITY });
    fc.assert(
      fc.property(price, quantity, (amount, count) => {
        const exact = BigInt(amount) * BigInt(count);
        const expected = exact <= BigInt(MAX_TOTAL_MINOR) ? Number(exact) : undefined;
        expect(multiplyMinor(amount, count)).toBe(expected);
      }),
    );
  });
});
