import * as z from "zod/mini";

import { IdInput, PriceInput, ReorderPointInput, text } from "#kernel/contract/api/fields.ts";

export const BULK_CHANGE_PATH = "/api/v1/products/bulk-change";
export const MOST_CHANGED = 500;

const Version = z.int().check(z.gte(1));
const Category = z.nullable(text(100, "Category is required"));

/** One product. `version`: as it was shown; another one refuses the whole request. */
const ProductOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject({ id: IdInput, version: Version, ...shape });

const many = <Item extends z.ZodMiniType<{ id: string }>>(item: Item) =>
  z.array(item).check(
    z.minLength(1, "Choose a product"),
    z.maxLength(MOST_CHANGED, `At most ${MOST_CHANGED} products are changed at once`),
    z.refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      "A product is there twice",
    ),
  );

/**
 * The same change of many products, all or nothing. A price is that of each product, so that what
 * was shown before is what is stored; the other changes are one for all. Null clears.
 */
export const BulkChangeRequest = z.discriminatedUnion("change", [
  z.strictObject({
    change: z.literal("category"),
    category: Category,
    products: many(ProductOf({})),
  }),
  z.strictObject({
    change: z.literal("reorder-point"),
    reorder_point: z.nullable(ReorderPointInput),
    products: many(ProductOf({})),
  }),
  z.strictObject({
    change: z.literal("price"),
    products: many(ProductOf({ price: PriceInput })),
  }),
  z.strictObject({ change: z.literal("delete"), products: many(ProductOf({})) }),
  z.strictObject({ change: z.literal("restore"), products: many(ProductOf({})) }),
]);
export type BulkChangeRequest = z.infer<typeof BulkChangeRequest>;

/** Those that are other than before: a product that was so already has no event. */
export const BulkChangeResult = z.object({ changed: z.int() });
