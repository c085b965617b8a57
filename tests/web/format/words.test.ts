import { describe, expect, test } from "vitest";

import { PriceInput } from "#kernel/contract/api/fields.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { counted, foundText, stockLevel, stockText } from "#web/format/counts.ts";
import { typedAmount } from "#web/format/money.ts";
import { customerName, initialsOf } from "#web/format/names.ts";
import { ago, shopTime } from "#web/format/times.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("times", () => {
  test("NOTE-11: of recent times are relative", () => {
    expect(
      [0, 59_999, MINUTE, 59 * MINUTE, HOUR, 23 * HOUR, 24 * HOUR, 72 * HOUR].map((passed) =>
        ago(0, passed),
      ),
    ).toEqual([
      "Just now",
      "Just now",
      "1m ago",
      "59m ago",
      "1h ago",
      "23h ago",
      "1d ago",
      "3d ago",
    ]);
  });

  test("are in the shop's time zone, with the year if it is another one", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    expect(shopTime("2026-11-21T11:42:00Z", "Africa/Accra", now)).toBe("21 Nov, 11:42");
    expect(shopTime("2026-11-21T23:42:00Z", "Africa/Lagos", now)).toBe("22 Nov, 00:42");
    expect(shopTime("2025-11-21T11:42:00Z", "Africa/Accra", now)).toBe("21 Nov 2025, 11:42");
  });
});

describe("stock", () => {
  test("INV-02: follows the fixed bands", () => {
    expect([-3, 0, 1, 9, 10, 49, 50].map(stockLevel)).toEqual([
      "out",
      "out",
      "low",
      "low",
      "medium",
      "medium",
      "good",
    ]);
  });

  test("is shown as text", () => {
    expect([-3, 0, 6, 31, 1_212].map(stockText)).toEqual([
      "Out of stock",
      "Out of stock",
      "6 left",
      "31 in stock",
      "1,212 in stock",
    ]);
  });
});

describe("amounts", () => {
  test("PROD-22: are accepted as people type them", () => {
    const typed = {
      " 12 ": "12",
      "1,234.5": "1234.5",
      "1,234,567": "1234567",
      "12.": "12",
      ".5": "0.5",
      "12,50": "12.50",
      "12,5": "12.5",
      ",5": "0.5",
      "1.234,50": "1234.50",
      "1,234": "1234",
      "1,250": "1250",
      // No amount in either way of writing: the schema refuses it.
      "0,250": "0,250",
      ",250": ",250",
      "1234,567": "1234,567",
      "12,5000": "12,5000",
      "1,23,45": "1,23,45",
      "1.23,45": "1.23,45",
      abc: "abc",
    };
    expect(Object.keys(typed).map(typedAmount)).toEqual(Object.values(typed));
    const refused = ["0,250", ",250", "1234,567", "12,5000", "1,23,45", "1.23,45", "abc"];
    expect(refused.map((text) => PriceInput.safeParse(typedAmount(text)).success)).not.toContain(
      true,
    );
  });

  test("MONEY-01: of the API become pesewas without floats", () => {
    expect([0.1, 19.99, 47_352.5].map(minorOf)).toEqual([10, 1_999, 4_735_250]);
    expect(() => minorOf(0.001)).toThrow(RangeError);
  });
});

describe("names and counts", () => {
  test("are the walk-in text without a customer", () => {
    expect(customerName({ first_name: null, last_name: null })).toBe("Walk-in Customer");
    expect(customerName({ first_name: "Kwame", last_name: "Boateng" })).toBe("Kwame Boateng");
  });

  test("become initials", () => {
    expect([initialsOf("Akosua", "Mensah"), initialsOf("ɛsi", ""), initialsOf("", "")]).toEqual([
      "AM",
      "Ɛ",
      "",
    ]);
  });

  test("have a plural", () => {
    expect([counted(1, "item"), counted(2, "item"), counted(1_246, "sale")]).toEqual([
      "1 item",
      "2 items",
      "1,246 sales",
    ]);
    expect([foundText(164, 164, "product"), foundText(3, 164, "product")]).toEqual([
      "164 products",
      "3 of 164 products",
    ]);
  });
});
