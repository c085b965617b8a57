import { describe, expect, test } from "vitest";

import { product } from "#tests/web/kit/shop.ts";
import type { Product } from "#web/api/products.ts";
import { mergeProducts } from "#web/api/refresh-products.ts";
import {
  buildCatalogue,
  createByName,
  findCode,
  searchCatalogue,
} from "#web/features/sell/grid/catalogue.ts";
import { multiplierOf } from "#web/features/sell/till/stage.ts";

const sold = (id: string, name: string, more: Partial<Product> = {}): Product => {
  const { price, description, ...rest } = product({ id, name });
  return { ...rest, priceMinor: price * 100, description: description ?? "", ...more };
};

const nescafe = sold("p-1", "Nescafé Classic 50g", { category: "Drinks", sku: "NES-50" });
const milo = sold("p-2", "Milo 400g", {
  category: "Drinks",
  barcodes: ["6001240100035", "40170725"],
});
const soap = sold("p-3", "Key Soap", { category: "Soap", barcodes: ["012345678905"] });
const soapy = sold("p-4", "Washing milo-brown soap", { barcodes: ["40170725"] });
const shop = buildCatalogue([nescafe, milo, soap, soapy]);

/** `npm run bench web` measures it. */
const LIMIT_MS = 50;

describe("SELL-04: the search", () => {
  test.each([
    ["nescafe", ["Nescafé Classic 50g"]],
    ["mil", ["Milo 400g", "Washing milo-brown soap"]],
    ["soap key", ["Key Soap"]],
    ["NES-50", ["Nescafé Classic 50g"]],
    ["drinks", ["Nescafé Classic 50g", "Milo 400g"]],
    ["gari", []],
  ])("for %j finds %j", (text, names) => {
    expect(searchCatalogue(shop, text).map(({ name }) => name)).toEqual(names);
  });

  test("SELL-31: takes less than ten times its limit in 10,000 products", () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      sold(`p-${at}`, `Product ${at} of ${["Milo", "Omo", "Gari", "Peak"][at % 4]} ${at % 97}g`, {
        barcodes: [String(6_000_000_000_000 + at)],
      }),
    );
    const catalogue = buildCatalogue(many);
    const timed = (text: string): number => {
      const begun = performance.now();
      searchCatalogue(catalogue, text);
      return performance.now() - begun;
    };
    const middles = ["p", "pr", "mil", "milo 4", "96g", "60000000", "omo 12", "nothing", "k"].map(
      (text) => Array.from({ length: 9 }, () => timed(text)).toSorted((a, b) => a - b)[4] ?? 0,
    );
    expect(Math.max(...middles)).toBeLessThan(10 * LIMIT_MS);
    expect(searchCatalogue(catalogue, "product 9999")).toHaveLength(1);
  });
});

describe("after a change", () => {
  const change = (changed: Product, changes: Partial<Product>) =>
    buildCatalogue(
      shop.products.map((each) => (each === changed ? { ...each, ...changes } : each)),
      shop,
    );

  test("of stock, the words stay, and what is found has the new stock", () => {
    const sale = change(milo, { stock: 3 });
    expect(sale.entries).toBe(shop.entries);
    expect(findCode(sale, "6001240100035")).toEqual([{ ...milo, stock: 3 }]);
    expect(searchCatalogue(sale, "milo")[0]?.stock).toBe(3);
  });

  test.each([
    ["a name", { name: "Ovaltine" }, "ovaltine"],
    ["a SKU", { sku: "OV-1" }, "ov-1"],
    ["a category", { category: "Cocoa" }, "cocoa"],
    ["barcodes", { barcodes: ["99998888"] }, "99998888"],
  ])("of %s, it is found by that", (_, changes, text) => {
    const changed = change(milo, changes);
    expect(searchCatalogue(changed, text).map(({ id }) => id)).toEqual([milo.id]);
  });

  test("a product that was archived is not found, one that was added is", () => {
    const archived = change(milo, { archived: true });
    expect(searchCatalogue(archived, "milo 400g")).toEqual([]);
    expect(findCode(archived, "40170725")).toEqual([soapy]);
    const restored = buildCatalogue(shop.products, archived);
    expect(findCode(restored, "40170725")).toEqual([milo, soapy]);
  });

  test("of a name or of the products, lists are sorted again", () => {
    const byName = createByName();
    const [b, a, c] = [
      { id: "1", name: "b", stock: 1 },
      { id: "2", name: "a", stock: 1 },
      { id: "3", name: "C", stock: 1 },
    ];
    expect(byName([b, a, c])).toEqual([a, b, c]);
    expect(byName([{ ...b, stock: 0 }, a, c])).toEqual([a, { ...b, stock: 0 }, c]);
    const z = { ...a, name: "z" };
    expect(byName([b, z, c])).toEqual([b, c, z]);
    expect(byName([b, c])).toEqual([b, c]);
    expect(byName([c, b])).toEqual([b, c]);
  });
});

describe("finding a code", () => {
  test("prefers a barcode of any unit to a SKU", () => {
    expect(findCode(shop, "6001240100035")).toEqual([milo]);
    expect(findCode(shop, "nes-50")).toEqual([nescafe]);
    expect(findCode(shop, "99999999")).toEqual([]);
  });

  test("finds both products that share a code", () => {
    expect(findCode(shop, "40170725")).toEqual([milo, soapy]);
  });

  test("treats a UPC with and without the leading 0 alike", () => {
    expect(findCode(shop, "0012345678905")).toEqual([soap]);
  });
});

test.each([
  ["6*", 6],
  [" 12 * ", 12],
  ["0*", undefined],
  ["6", undefined],
  ["6*milo", undefined],
])("SELL-11: %j multiplies by %j", (typed, units) => {
  expect(multiplierOf(typed)).toBe(units);
});

describe("merging changed products", () => {
  test("replaces known products and sorts in new ones by name", () => {
    const changed = { ...milo, stock_exact: 3, version: 2 };
    const gari = sold("p-9", "Gari 1kg");
    const merged = mergeProducts([milo, nescafe], [changed, gari]);
    expect(merged.map(({ name }) => name)).toEqual([
      "Gari 1kg",
      "Milo 400g",
      "Nescafé Classic 50g",
    ]);
    expect(merged[1]).toBe(changed);
  });

  test("removes deleted products", () => {
    expect(mergeProducts([milo, soap], [{ ...milo, archived: true, version: 2 }])).toEqual([soap]);
  });

  test("ignores an older answer that arrives late", () => {
    const newer = { ...milo, stock_exact: 3, version: 2, updated_at: "2026-11-02T08:00:00Z" };
    expect(mergeProducts([newer, soap], [milo])).toEqual([newer, soap]);
  });

  test("keeps the same list if nothing changed, so that no index is rebuilt", () => {
    const before = [milo, soap];
    expect(mergeProducts(before, [{ ...milo }])).toBe(before);
  });
});
