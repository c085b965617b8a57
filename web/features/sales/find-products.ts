import type { Product } from "#web/api/products.ts";

const SHOWN = 8;

/** What begins with the text first, then what only contains it. */
export function findProducts(products: readonly Product[], text: string): readonly Product[] {
  const wanted = text.trim().toLowerCase();
  const begins: Product[] = [];
  const contains: Product[] = [];
  for (const product of products) {
    const name = product.name.toLowerCase();
    if (name.startsWith(wanted)) begins.push(product);
    else if (name.includes(wanted) || product.sku?.toLowerCase() === wanted) contains.push(product);
  }
  return [...begins, ...contains].slice(0, SHOWN);
}
