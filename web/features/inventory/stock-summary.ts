import { minorOf } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { stockLevel } from "#web/format/counts.ts";
import { isCounted } from "#web/parts/stock/counted.ts";

type Stocked = Pick<Product, "stock_exact" | "unit" | "track_stock">;

/** Prices are per sale unit. Oversold stock counts as 0, not as negative, and so does one that is not counted. */
function worthMinor(priceMinor: number, product: Stocked): number {
  if (!isCounted(product)) return 0;
  const { stock_exact: parts, unit } = product;
  return Math.round((priceMinor * Math.max(0, parts)) / (unit?.per_unit ?? 1));
}

export const stockValueMinor = (product: Product): number =>
  worthMinor(product.priceMinor, product);

/** Undefined if any cost is missing: a partial sum would look like the whole. */
function costValueMinor(products: readonly Product[]): number | undefined {
  let sumMinor = 0;
  for (const product of products) {
    if (!isCounted(product)) continue;
    if (product.cost === null) return undefined;
    sumMinor += worthMinor(minorOf(product.cost), product);
  }
  return sumMinor;
}

/** How many products are at each stock level, and what the stock is worth. */
export function summarise(products: readonly Product[]) {
  const counts = { out: 0, low: 0, medium: 0, good: 0 };
  let valueMinor = 0;
  for (const product of products) {
    if (!isCounted(product)) continue;
    counts[stockLevel(product.stock)] += 1;
    valueMinor += stockValueMinor(product);
  }
  return { all: products.length, counts, valueMinor, costMinor: costValueMinor(products) };
}

export type StockSummary = ReturnType<typeof summarise>;
