import * as z from "zod/mini";

import { AsOf } from "#kernel/contract/api/as-of.ts";
import {
  absentIfEmpty,
  clearableText,
  IdInput,
  optionalText,
  PerUnitInput,
  PriceInput,
  QuantityInput,
  ReorderPointInput,
  StockInput,
  text,
} from "#kernel/contract/api/fields.ts";
import { Count } from "#kernel/contract/api/listing.ts";

const NAME_REQUIRED = "Product name is required";

const SKU_LENGTH = 64;
const CATEGORY_LENGTH = 100;
const MOST_BARCODES = 20;

const Barcodes = z.pipe(
  z
    .array(text(64, "A barcode is empty"))
    .check(z.maxLength(MOST_BARCODES, `A product has at most ${MOST_BARCODES} barcodes`)),
  z.transform((codes) => [...new Set(codes)]),
);

/**
 * For products sold in parts, such as 100 cm to a yard. Prices are per sale unit; stock is counted
 * in parts.
 */
const UnitInput = z.object({ name: text(32, "Unit name is required"), per_unit: PerUnitInput });

/** What a till has of a product whose stock is not counted: more than anyone sells. */
export const UNCOUNTED_STOCK = 2_000_000_000;

/** False: the stock of the product is not counted. Its `stock` is 0 then. */
const TrackStock = absentIfEmpty(z.boolean());

/**
 * At the standard rate, which is the shop's, or without tax. A tax return lists the sales of each apart,
 * and asks for no tax on the last two.
 */
export const TaxCategory = z.enum(["standard", "exempt", "zero"]);
export type TaxCategory = z.infer<typeof TaxCategory>;
const Taxed = absentIfEmpty(TaxCategory);

/** `stock` and `reorder_point` are in sale units. */
export const AddProductRequest = z.object({
  name: text(200, NAME_REQUIRED),
  description: optionalText(2000),
  price: PriceInput,
  stock: StockInput,
  sku: optionalText(SKU_LENGTH),
  barcodes: absentIfEmpty(Barcodes),
  category: optionalText(CATEGORY_LENGTH),
  unit: absentIfEmpty(UnitInput),
  cost: absentIfEmpty(PriceInput),
  reorder_point: absentIfEmpty(ReorderPointInput),
  track_stock: TrackStock,
  tax_category: Taxed,
});
export type AddProductRequest = z.infer<typeof AddProductRequest>;

/**
 * Absent means unchanged, null clears. `stock` is refused when `expected_stock` is stale. It is
 * required when counting begins.
 */
export const ChangeProductRequest = z.object({
  id: IdInput,
  name: z.optional(text(200, NAME_REQUIRED)),
  description: clearableText(2000),
  price: absentIfEmpty(PriceInput),
  stock: absentIfEmpty(StockInput),
  expected_stock: absentIfEmpty(StockInput),
  sku: clearableText(SKU_LENGTH),
  barcodes: absentIfEmpty(z.nullable(Barcodes)),
  category: clearableText(CATEGORY_LENGTH),
  unit: absentIfEmpty(z.nullable(UnitInput)),
  cost: absentIfEmpty(z.nullable(PriceInput)),
  reorder_point: absentIfEmpty(z.nullable(ReorderPointInput)),
  track_stock: TrackStock,
  tax_category: Taxed,
});
export type ChangeProductRequest = z.infer<typeof ChangeProductRequest>;

export const StockMovementRequest = z.strictObject({
  product_id: IdInput,
  type: z.enum(["add", "subtract"]),
  quantity: QuantityInput,
  /** The quantity is in parts of the sale unit. */
  base_units: z.optional(z.boolean()),
  reason: optionalText(500),
});
export type StockMovementRequest = z.infer<typeof StockMovementRequest>;

export const ProductItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: z.number(),
  /** 0 if it is not counted. */
  stock: z.int(),
  /** In parts of the sale unit, if the product has one. */
  stock_exact: z.int(),
  sku: z.nullable(z.string()),
  barcodes: z.array(z.string()),
  category: z.nullable(z.string()),
  unit: z.nullable(z.object({ name: z.string(), per_unit: z.int() })),
  cost: z.nullable(z.number()),
  reorder_point: z.nullable(z.int()),
  /** False: its stock is not counted. Absent in what an older build answered. */
  track_stock: z.optional(z.boolean()),
  /** The SHA-256 of its picture. Absent in what an older build answered. */
  picture: z.optional(z.nullable(z.string())),
  /** Absent in what an older build answered: the standard rate. */
  tax_category: z.optional(TaxCategory),
  archived: z.boolean(),
  /** Send it as `If-Match`. Stock movements do not change it. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ProductItem = z.infer<typeof ProductItem>;

/** `stock` is present if the command changed it. */
export const ProductResult = z.object({ id: z.string(), stock: z.optional(z.int()) });

export const MovementQuery = z.object({
  limit: z.optional(Count),
  /** The `next_cursor` of the previous page. */
  cursor: z.optional(Count),
  as_of: z.optional(AsOf),
});

/** Newest first. Quantities are in parts of the sale unit, if the product has one. */
export const StockMovementItem = z.object({
  seq: z.int(),
  kind: z.enum(["opening", "adjustment", "count", "sale", "void"]),
  delta: z.int(),
  after: z.int(),
  reason: z.nullable(z.string()),
  sale_id: z.nullable(z.string()),
  user_id: z.string(),
  user_name: z.nullable(z.string()),
  occurred_at: z.string(),
  recorded_at: z.string(),
});
export type StockMovementItem = z.infer<typeof StockMovementItem>;

export const StockMovementPage = z.object({
  items: z.array(StockMovementItem),
  next_cursor: z.nullable(z.string()),
});
export type StockMovementPage = z.infer<typeof StockMovementPage>;
