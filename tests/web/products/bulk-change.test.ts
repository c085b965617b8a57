import { describe, expect, test } from "vitest";

import { BulkChangeRequest } from "#kernel/contract/api/bulk-change.ts";
import { product } from "#tests/web/kit/shop.ts";
import type { Product } from "#web/api/products.ts";
import {
  EMPTY,
  plan,
  priceAfter,
  toJson,
  type Typed,
} from "#web/features/products/bulk/bulk-change.ts";

const shown = (name: string, part: Partial<Product> = {}): Product => {
  const { price, description: _, ...item } = product({ id: `id-${name}`, name, price: 0 });
  expect(price).toBe(0);
  return { ...item, description: "", priceMinor: 6_200, version: 3, ...part };
};
const milo = shown("Milo");
const gari = shown("Gari", { priceMinor: 1_500, category: "Food", reorder_point: 5 });

const planned = (typed: Partial<Typed>, chosen: readonly Product[] = [milo, gari]) =>
  plan({ ...EMPTY, ...typed }, chosen, "GHS");

describe("PROD-65: the new price", () => {
  test.for([
    ["up", "percent", 750, "1", 6_200, 6_665],
    ["up", "percent", 750, "5", 6_200, 6_665],
    ["up", "percent", 750, "10", 6_200, 6_670],
    ["up", "percent", 750, "100", 6_200, 6_700],
    ["down", "percent", 1_000, "1", 995, 896],
    ["down", "percent", 1_000, "5", 995, 895],
    ["up", "amount", 50, "1", 6_200, 6_250],
    ["up", "amount", 50, "100", 6_200, 6_300],
    ["down", "amount", 50, "10", 6_203, 6_150],
    ["up", "percent", 1, "1", 999_999_999, 1_000_099_999],
    ["down", "amount", 6_201, "1", 6_200, -1],
    ["down", "percent", 10_000, "1", 6_200, 0],
    ["down", "percent", 100, "100", 40, 0],
  ] as const)("%s by %s %i, to %s: %i becomes %i", ([direction, unit, by, step, before, after]) => {
    expect(priceAfter(before, { direction, unit, by, step })).toBe(after);
  });
});

describe("PROD-65: what is typed", () => {
  test("becomes a request that the server reads, with what each product was shown as", () => {
    const prices = planned({ by: "10" });
    if ("wrong" in prices) throw new Error(prices.wrong);
    const json = toJson(prices.request);
    expect(json).toEqual({
      change: "price",
      products: [
        { id: "id-Milo", version: 3, price: "68.20" },
        { id: "id-Gari", version: 3, price: "16.50" },
      ],
    });
    expect(BulkChangeRequest.parse(json)).toEqual(prices.request);
    expect(prices.examples.map(({ name, before, after }) => [name, before, after])).toEqual([
      ["Milo", "GH₵62.00", "GH₵68.20"],
      ["Gari", "GH₵15.00", "GH₵16.50"],
    ]);
  });

  test("shows what changes only, and an empty field clears", () => {
    expect(planned({ change: "category", category: " Food " })).toMatchObject({
      request: { change: "category", category: "Food", products: [{}, {}] },
      examples: [{ name: "Milo", before: "no category", after: "Food" }],
    });
    expect(planned({ change: "reorder-point", level: "" })).toMatchObject({
      request: { reorder_point: null },
      examples: [{ name: "Gari", before: "below 5", after: "the shop's level" }],
    });
    expect(planned({ change: "delete" })).toMatchObject({
      request: { change: "delete", products: [{ id: "id-Milo" }, { id: "id-Gari" }] },
    });
  });

  test.each([
    ["nothing chosen", {}, [], "Choose at least one product."],
    ["no number", { by: "many" }, [milo], "Enter a percentage like 7.5"],
    ["0", { by: "0", unit: "amount" }, [milo], "Enter an amount like 12.50"],
    [
      "a price below 0",
      { by: "70", unit: "amount", direction: "down" },
      [milo],
      "The price of Milo would be 0 or less.",
    ],
    [
      "a price that is rounded to 0",
      { by: "1", direction: "down", step: "100" },
      [shown("Toffee", { priceMinor: 40 })],
      "The price of Toffee would be 0 or less.",
    ],
    [
      "a price that is too high",
      { by: "9999999", unit: "amount" },
      [milo],
      "The price of Milo would be too high.",
    ],
    ["a level that is none", { change: "reorder-point", level: "1.5" }, [milo], /whole number/],
    [
      "a level where none is counted",
      { change: "reorder-point", level: "5" },
      [shown("Credit", { track_stock: false })],
      "The stock of Credit is not counted.",
    ],
    [
      "a long category",
      { change: "category", category: "x".repeat(101) },
      [milo],
      "Must have at most 100 characters",
    ],
    [
      "what is so already",
      { change: "category", category: "Food" },
      [gari],
      "The chosen products are like this already.",
    ],
    [
      "more than 500",
      { change: "delete" },
      Array.from({ length: 501 }, () => milo),
      "Choose at most 500 products.",
    ],
  ] as const)("is refused: %s", (_, typed, chosen, wrong) => {
    expect(planned(typed, chosen)).toMatchObject({ wrong: expect.stringMatching(wrong) });
  });

  test("what is free stays free", () => {
    const free = shown("Bag", { priceMinor: 0 });
    expect(planned({ by: "1", unit: "amount", direction: "down" }, [milo, free])).toMatchObject({
      request: { products: [{ price: 6_100 }, { price: 0 }] },
      examples: [{ name: "Milo" }],
    });
  });
});
