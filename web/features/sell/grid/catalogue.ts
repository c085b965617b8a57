import type { Product } from "#web/api/products.ts";

type Entry = Readonly<{ product: Product; name: string; all: string }>;

/** The indexed product list, built once per list. */
export type Catalogue = Readonly<{
  products: readonly Product[];
  categories: readonly string[];
  byId: ReadonlyMap<string, Product>;
  entries: readonly Entry[];
  byBarcode: ReadonlyMap<string, readonly Product[]>;
  bySku: ReadonlyMap<string, readonly Product[]>;
}>;

/** Ignores case and accents: "nescafe" finds Nescafé. */
export const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Scanners read a UPC as 12 digits or as 13 with a leading 0. */
const barcodeKey = (code: string): string =>
  /^0\d{12}$/.test(code.trim()) ? code.trim().slice(1) : code.trim();

function grouped(pairs: Iterable<readonly [string, Product]>): Map<string, readonly Product[]> {
  const groups = new Map<string, readonly Product[]>();
  for (const [key, product] of pairs) {
    const others = groups.get(key) ?? [];
    if (!others.includes(product)) groups.set(key, [...others, product]);
  }
  return groups;
}

/** Cached per product: after a sale only a few of thousands have changed. */
const ready = new WeakMap<Product, Entry>();

function entryOf(product: Product): Entry {
  const known = ready.get(product);
  if (known !== undefined) return known;
  const { name, sku, category, barcodes } = product;
  const all = [name, sku ?? "", category ?? "", ...barcodes].join("\n");
  const entry = { product, name: fold(name), all: fold(all) };
  ready.set(product, entry);
  return entry;
}

export function buildCatalogue(listed: readonly Product[]): Catalogue {
  const products = listed.filter(({ archived }) => !archived);
  const named = new Set(products.flatMap(({ category }) => category ?? []));
  return {
    products,
    categories: [...named].toSorted((a, b) => a.localeCompare(b)),
    byId: new Map(products.map((product) => [product.id, product])),
    entries: products.map(entryOf),
    byBarcode: grouped(
      products.flatMap((product) =>
        product.barcodes.map((code) => [barcodeKey(code), product] as const),
      ),
    ),
    bySku: grouped(
      products.flatMap((product) =>
        product.sku === null ? [] : [[product.sku.trim().toLowerCase(), product] as const],
      ),
    ),
  };
}

/** Barcodes first, then SKUs. With several matches the cashier chooses. */
export function findCode(catalogue: Catalogue, code: string): readonly Product[] {
  return (
    catalogue.byBarcode.get(barcodeKey(code)) ??
    catalogue.bySku.get(code.trim().toLowerCase()) ??
    []
  );
}

/**
 * Names that start with the text come first, then names with such a word, then products that
 * contain all words.
 */
export function searchCatalogue({ entries }: Catalogue, text: string): readonly Product[] {
  const folded = fold(text).trim();
  const words = folded.split(/\s+/);
  const ranks: [Product[], Product[], Product[]] = [[], [], []];
  for (const { product, name, all } of entries) {
    if (!words.every((word) => all.includes(word))) continue;
    ranks[rankOf(name, folded)].push(product);
  }
  return ranks.flat();
}

function rankOf(name: string, folded: string): 0 | 1 | 2 {
  if (name.startsWith(folded)) return 0;
  return name.includes(` ${folded}`) ? 1 : 2;
}
