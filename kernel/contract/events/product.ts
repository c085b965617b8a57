// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { TaxCategory } from "#kernel/contract/api/product.ts";
import { change, Sha256 } from "#kernel/contract/events/fields.ts";
import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import { because, changed, money, type Sentences } from "#kernel/contract/events/sentences.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { Currency, MinorAmount } from "#kernel/contract/money.ts";
import { UntaxedCategory, UNTAXED_NAMES } from "#kernel/contract/untaxed.ts";

const Unit = z.object({ name: z.string(), perUnit: z.int() });

const optionalDetails = {
  description: z.optional(z.string()),
  sku: z.optional(z.string()),
  barcodes: z.optional(z.array(z.string())),
  category: z.optional(z.string()),
  unit: z.optional(Unit),
  costMinor: z.optional(MinorAmount),
  reorderPoint: z.optional(z.int()),
  /** False: its stock is not counted, and no sale moves it. Absent: it is counted. */
  tracksStock: z.optional(z.boolean()),
  /** Absent: it is taxed at the standard rate. */
  taxCategory: z.optional(UntaxedCategory),
} as const;

/** Quantities are in base units. */
export const ProductAdded = z.object({
  type: z.literal("ProductAdded"),
  data: z.object({
    productId: ProductId,
    name: z.string(),
    priceMinor: MinorAmount,
    currency: Currency,
    openingStock: z.int(),
    ...optionalDetails,
  }),
});
export type ProductAdded = z.infer<typeof ProductAdded>;

export const ProductDetailsChanged = z.object({
  type: z.literal("ProductDetailsChanged"),
  data: z.object({
    productId: ProductId,
    changes: z.object({
      name: change(z.string()),
      description: change(z.nullable(z.string())),
      sku: change(z.nullable(z.string())),
      barcodes: change(z.nullable(z.array(z.string()))),
      category: change(z.nullable(z.string())),
      unit: change(z.nullable(Unit)),
      costMinor: change(z.nullable(MinorAmount)),
      reorderPoint: change(z.nullable(z.int())),
      tracksStock: change(z.boolean()),
      taxCategory: change(TaxCategory),
    }),
  }),
});
export type ProductDetailsChanged = z.infer<typeof ProductDetailsChanged>;

const ProductRepriced = z.object({
  type: z.literal("ProductRepriced"),
  data: z.object({
    productId: ProductId,
    fromMinor: MinorAmount,
    toMinor: MinorAmount,
    currency: Currency,
  }),
});

export const StockAdjusted = z.object({
  type: z.literal("StockAdjusted"),
  data: z.object({ productId: ProductId, delta: z.int(), reason: z.optional(z.string()) }),
});
export type StockAdjusted = z.infer<typeof StockAdjusted>;

/**
 * The stock before the count is in the effects: only the database knows it. `countedMs` is when it
 * was counted; older events have only the time of the event.
 */
export const StockCounted = z.object({
  type: z.literal("StockCounted"),
  data: z.object({ productId: ProductId, to: z.int(), countedMs: z.optional(z.int()) }),
});
export type StockCounted = z.infer<typeof StockCounted>;

export const ProductArchived = z.object({
  type: z.literal("ProductArchived"),
  data: z.object({ productId: ProductId }),
});
export type ProductArchived = z.infer<typeof ProductArchived>;

export const ProductRestored = z.object({
  type: z.literal("ProductRestored"),
  data: z.object({ productId: ProductId }),
});
export type ProductRestored = z.infer<typeof ProductRestored>;

/** The picture by its hash; null removes it. The bytes are beside the log. */
const ProductPictureSet = z.object({
  type: z.literal("ProductPictureSet"),
  data: z.object({ productId: ProductId, sha256: z.nullable(Sha256) }),
});

export const ProductEvent = z.discriminatedUnion("type", [
  ProductAdded,
  ProductDetailsChanged,
  ProductRepriced,
  StockAdjusted,
  StockCounted,
  ProductArchived,
  ProductRestored,
  ProductPictureSet,
]);
export type ProductEvent = z.infer<typeof ProductEvent>;

export const productSentences: Sentences<ProductEvent> = {
  ProductAdded: ({
    data: { name, priceMinor, currency, openingStock, tracksStock, taxCategory },
  }) => {
    const stock = tracksStock === false ? "and does not count it" : `with ${openingStock} in stock`;
    const tax = taxCategory ? `, ${UNTAXED_NAMES[taxCategory].toLowerCase()}` : "";
    return `added the product ${name} at ${money(priceMinor, currency)} ${stock}${tax}`;
  },
  ProductDetailsChanged: ({ data: { changes } }) => {
    const { tracksStock, ...others } = changes;
    if (!tracksStock) return `changed the product: ${changed(others)}`;
    const counting = tracksStock.to ? "started to count its stock" : "stopped counting its stock";
    const words = changed(others);
    return words === "" ? counting : `changed the product: ${words}, and ${counting}`;
  },
  ProductRepriced: ({ data: { fromMinor, toMinor, currency } }) =>
    `changed the price from ${money(fromMinor, currency)} to ${money(toMinor, currency)}`,
  StockAdjusted: ({ data: { delta, reason }, effects }) => {
    const moved = delta < 0 ? `removed ${-delta} from stock` : `added ${delta} to stock`;
    return `${moved}${stockAfter(effects)}${because(reason)}`;
  },
  StockCounted: ({ data: { to }, effects }) => `counted ${to} in stock${expectedStock(effects)}`,
  ProductArchived: () => "archived the product",
  ProductRestored: () => "restored the product",
  ProductPictureSet: ({ data: { sha256 } }) =>
    sha256 === null ? "removed the picture" : "set the picture",
};

const stockAfter = ({ stock }: EventEffects): string =>
  stock?.[0] ? ` (now ${stock[0][2]} in stock)` : "";

const expectedStock = ({ stock }: EventEffects): string =>
  stock?.[0] ? ` (expected ${stock[0][2] - stock[0][1]})` : "";
