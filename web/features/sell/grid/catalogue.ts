import type { Product } from "#web/api/products.ts";

type Entry = Readonly<{ id: string; name: string; all: string }>;

/** What can be searched. The ids are those of products. */
type Words = Readonly<{
  categories: readonly string[];
  entries: readonly Entry[];
  byBarcode: ReadonlyMap<string, readonly string[]>;
  bySku: ReadonlyMap<string, readonly string[]>;
}>;

/** The indexed product list, built once per list. */
export type Catalogue = Words &
  Readonly<{
    products: readonly Product[];
    byId: ReadonlyMap<string, Product>;
  }>;

/** Ignores case and accents: "nescafe" finds Nescafé. */
export const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Scanners read a UPC as 12 digits or as 13 with a leading 0. */
const barcodeKey = (code: string): string =>
  /^0\d{12}$/.test(code.trim()) ? code.trim().slice(1) : code.trim();

function grouped(pairs: Iterable<readonly [string, string]>): Map<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const [key, id] of pairs) {
    const others = groups.get(key) ?? [];
    if (!others.includes(id)) groups.set(key, [...others, id]);
  }
  return groups;
}

/** Cached per product: after a change of one, thousands are the same. */
const ready = new WeakMap<Product, Entry>();

function entryOf(product: Product): Entry {
  const known = ready.get(product);
  if (known !== undefined) return known;
  const { id, name, sku, category, barcodes } = product;
  const all = [name, sku ?? "", category ?? "", ...barcodes].join("\n");
  const entry = { id, name: fold(name), all: fold(all) };
  ready.set(product, entry);
  return entry;
}

/** `before`: the catalogue until now. A sale changes only stock, so its words are used again. */
export function buildCatalogue(listed: readonly Product[], before?: Catalogue): Catalogue {
  const products = listed.filter(({ archived }) => !archived);
  const byId = new Map(products.map((product) => [product.id, product]));
  const words = before && hasSameWords(before.products, products) ? before : wordsOf(products);
  return { ...words, products, byId };
}

function wordsOf(products: readonly Product[]): Words {
  const named = new Set(products.flatMap(({ category }) => category ?? []));
  return {
    categories: [...named].toSorted((a, b) => a.localeCompare(b)),
    entries: products.map(entryOf),
    byBarcode: grouped(
      products.flatMap(({ id, barcodes }) =>
        barcodes.map((code) => [barcodeKey(code), id] as const),
      ),
    ),
    bySku: grouped(
      products.flatMap(({ id, sku }) =>
        sku === null ? [] : [[sku.trim().toLowerCase(), id] as const],
      ),
    ),
  };
}

const hasSameWords = (some: readonly Product[], others: readonly Product[]): boolean =>
  some.length === others.length &&
  some.every((one, at) => {
    const other = others[at];
    return (
      one === other ||
      (one.id === other?.id &&
        one.name === other.name &&
        one.sku === other.sku &&
        one.category === other.category &&
        one.barcodes === other.barcodes)
    );
  });

type Named = Readonly<{ id: string; name: string }>;

/** Sorts lists by name. While ids and names are the same, it does not sort again. */
export function createByName() {
  let before: readonly Named[] = [];
  let order: readonly number[] = [];
  return <Item extends Named>(items: readonly Item[]): readonly Item[] => {
    if (!hasSameNames(before, items)) order = orderOf(items);
    before = items;
    return order.flatMap((at) => items[at] ?? []);
  };
}

const hasSameNames = (some: readonly Named[], others: readonly Named[]): boolean =>
  some.length === others.length &&
  some.every(({ id, name }, at) => id === others[at]?.id && name === others[at].name);

function orderOf(items: readonly Named[]): readonly number[] {
  const keyed = items.map(({ id, name }, at) => ({ at, id, key: name.toLowerCase() }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id));
  return keyed.map(({ at }) => at);
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Barcodes first, then SKUs. With several matches the cashier chooses. */
export function findCode(catalogue: Catalogue, code: string): readonly Product[] {
  const ids =
    catalogue.byBarcode.get(barcodeKey(code)) ??
    catalogue.bySku.get(code.trim().toLowerCase()) ??
    [];
  return ids.flatMap((id) => catalogue.byId.get(id) ?? []);
}

/**
 * Names that start with the text come first, then names with such a word, then products that
 * contain all words.
 */
export function searchCatalogue({ entries, byId }: Catalogue, text: string): readonly Product[] {
  const folded = fold(text).trim();
  const words = folded.split(/\s+/);
  const ranks: [Product[], Product[], Product[]] = [[], [], []];
  for (const { id, name, all } of entries) {
    const product = byId.get(id);
    if (product === undefined || !words.every((word) => all.includes(word))) continue;
    ranks[rankOf(name, folded)].push(product);
  }
  return ranks.flat();
}

function rankOf(name: string, folded: string): 0 | 1 | 2 {
  if (name.startsWith(folded)) return 0;
  return name.includes(` ${folded}`) ? 1 : 2;
}
