import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type CartItem, type Discount, sumCart } from "#kernel/contract/cart.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import { toMinor } from "#kernel/contract/money.ts";
import { standardRate, taxParts } from "#kernel/contract/tax.ts";
import { UntaxedCategory, untaxedSums } from "#kernel/contract/untaxed.ts";

// Computed by carts.py beside them, which knows nothing of this code.
const FOLDER = join(import.meta.dirname, "../../../fixtures/tax");

type Row = Readonly<Record<string, string>>;

function rowsOf(file: string): readonly Row[] {
  const [head = "", ...lines] = readFileSync(join(FOLDER, file), "utf8").trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  });
}

const rows = rowsOf("carts.csv");
const withCategories = rowsOf("category-carts.csv");

const words = (text = ""): readonly string[] => (text === "" ? [] : text.split(" "));

/** "250*3", "250*3/1000" or "250*3=exempt" */
function toItem(text: string): CartItem {
  const [sold = "", category] = text.split("=");
  const [unitPriceMinor = 0, quantity = 0, perUnit = 1] = sold.split(/[*/]/).map(Number);
  const { data: taxCategory } = UntaxedCategory.safeParse(category);
  return { unitPriceMinor, quantity, perUnit, taxCategory };
}

/** "12.5%", "300", or "2:300" on the third line */
function toDiscount(text: string): Discount {
  const [value = "", line] = text.split(":").toReversed();
  const item = line === undefined ? {} : { item: Number(line) };
  return value.endsWith("%")
    ? { ...item, percentMilli: (toMinor(value.slice(0, -1)) ?? 0) * 10 }
    : { ...item, amountMinor: Number(value) };
}

const toMode = (text: string | undefined): TaxMode =>
  text === "exclusive" ? "exclusive" : "inclusive";

const LEVIES = ["VAT", "NHIL", "GETFund", "COVID-19"] as const;

/** The same columns, by the product. */
function summed({ day = "", rate = "", mode, items, discounts, exempt }: Row): Row {
  const taxRateBp = toMinor(rate) ?? 0;
  const sold = words(items).map(toItem);
  const sums = sumCart({
    items: sold,
    discounts: words(discounts).map(toDiscount),
    taxRateBp,
    taxMode: toMode(mode),
  });
  if (typeof sums === "string") throw new Error(sums);
  const { totalMinor, taxMinor } = sums;
  const parts = taxParts(taxMinor, { currency: "GHS", rateBp: taxRateBp, date: day }) ?? [];
  const amounts = new Map(parts.map(({ name, amountMinor }) => [name, amountMinor]));
  const sales = sold.map(({ taxCategory }, at) => ({
    taxCategory,
    totalMinor: sums.lines[at]?.totalMinor ?? 0,
  }));
  const untaxed = new Map(
    untaxedSums(sales, taxRateBp).map(({ category, amountMinor }) => [category, amountMinor]),
  );
  const apart = UntaxedCategory.options.map(
    (name) => [name, String(untaxed.get(name) ?? 0)] as const,
  );
  return {
    total: String(totalMinor),
    tax: String(taxMinor),
    ...Object.fromEntries(LEVIES.map((name) => [name, String(amounts.get(name) ?? "")])),
    ...Object.fromEntries(exempt === undefined ? [] : apart),
  };
}

describe("TAX-09: a thousand carts, computed by another program with fractions", () => {
  test("have every rate, both modes, discounts, parts of units and the days on which rules change", () => {
    expect(rows).toHaveLength(1_000);
    expect(new Set(rows.map(({ rate }) => rate))).toEqual(new Set(["19.25", "21.9", "20"]));
    const rowsWith = (wanted: RegExp, of: string) =>
      rows.filter((row) => wanted.test(row[of] ?? ""));
    expect(rowsWith(/exclusive/, "mode").length).toBeGreaterThan(200);
    expect(rowsWith(/^\d+$|%$/, "discounts").length).toBeGreaterThan(200);
    expect(rowsWith(/\//, "items").length).toBeGreaterThan(200);
    for (const day of ["2021-05-01", "2022-12-31", "2023-01-01", "2025-12-31", "2026-01-01"]) {
      expect([day, rowsWith(new RegExp(day), "day").length > 10]).toEqual([day, true]);
    }
  });

  test("have the total, the tax and each levy that the product gives", () => {
    const wrong = rows.filter((row) =>
      Object.entries(summed(row)).some(([name, value]) => row[name] !== value),
    );
    expect(wrong.map((row) => [row, summed(row)])).toEqual([]);
  });

  test("have the standard rate of their day", () => {
    const wrong = rows.filter(
      ({ day = "", rate = "" }) => standardRate(day)?.rateBp !== toMinor(rate),
    );
    expect(wrong).toEqual([]);
  });
});

describe("TAX-13: a thousand carts with exempt and zero-rated lines, computed by the same program", () => {
  test("have lines of each, alone and mixed, with discounts, in both modes", () => {
    expect(withCategories).toHaveLength(1_000);
    const kindsIn = ({ items = "" }: Row): string =>
      [...new Set(words(items).map((item) => item.split("=")[1] ?? "standard"))].toSorted().join();
    const of = (kinds: string) => withCategories.filter((row) => kindsIn(row) === kinds);
    for (const kinds of ["exempt", "zero", "standard", "exempt,standard,zero"]) {
      expect([kinds, of(kinds).length > 50]).toEqual([kinds, true]);
      expect(new Set(of(kinds).map(({ mode }) => mode)).size).toBe(2);
      expect(of(kinds).some(({ discounts }) => discounts !== "")).toBe(true);
    }
  });

  test("have the total, the tax, each levy and what is apart that the product gives", () => {
    const wrong = withCategories.filter((row) =>
      Object.entries(summed(row)).some(([name, value]) => row[name] !== value),
    );
    expect(wrong.map((row) => [row, summed(row)])).toEqual([]);
  });
});
