import type { StockLine } from "#command-api/event-store/append.ts";
import type { Moves } from "#command-api/event-store/plan.ts";
import type { ProductEvent } from "#kernel/contract/events/product.ts";

/** The counter of the plan's limit: products that are not archived. */
const PRODUCTS = "products";

export type Rules = Readonly<{ expectedOnHand?: number; productLimit?: number | undefined }>;

/** The stock and the counter that an event moves. */
export function movesOf(
  event: ProductEvent,
  { expectedOnHand, productLimit: max }: Rules = {},
): Moves {
  const { productId } = event.data;
  const line = (amount: number, more: Partial<StockLine> = {}): Moves => ({
    stock: [{ productId, amount, floor: true, ...more }],
  });
  const oneMore = { name: PRODUCTS, delta: 1, ...(max === undefined ? {} : { max }) };
  switch (event.type) {
    case "ProductAdded":
      return { ...line(event.data.openingStock), counters: [oneMore] };
    case "StockAdjusted":
      return line(event.data.delta);
    case "StockCounted":
      return line(event.data.to, {
        absolute: true,
        ...(expectedOnHand === undefined ? {} : { expectedOnHand }),
      });
    case "ProductArchived":
      return { counters: [{ name: PRODUCTS, delta: -1 }] };
    case "ProductRestored":
      return { counters: [oneMore] };
    case "ProductDetailsChanged":
    case "ProductRepriced":
    case "ProductPictureSet":
      return {};
  }
}
