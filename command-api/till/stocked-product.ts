import type { Head } from "#command-api/event-store/load.ts";
import { type KnownProduct, product, Product } from "#command-api/product/product.ts";

/** Stock is in base units. */
export type StockedProduct = KnownProduct & Readonly<{ onHand: number }>;

/** Undefined if there is no such product. The id of another thing is no product's. */
export function stockedProduct({ streamType, state, onHand }: Head): StockedProduct | undefined {
  if (streamType !== product.streamType || onHand === undefined) return undefined;
  const known = Product.safeParse(state).data;
  return known === undefined || known.status === "unknown" ? undefined : { ...known, onHand };
}
