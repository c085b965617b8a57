import * as z from "zod/mini";

import {
  absentIfEmpty,
  clearableText,
  IdInput,
  optionalText,
  PriceInput,
  QuantityInput,
  StockInput,
  text,
} from "#kernel/contract/api/fields.ts";

const NAME_REQUIRED = "Product name is required";

export const AddProductRequest = z.object({
  name: text(200, NAME_REQUIRED),
  description: optionalText(2000),
  price: PriceInput,
  stock: StockInput,
});
export type AddProductRequest = z.infer<typeof AddProductRequest>;

/** Absent means unchanged; `stock` with `expected_stock` is refused when stale (R20). */
export const ChangeProductRequest = z.object({
  id: IdInput,
  name: z.optional(text(200, NAME_REQUIRED)),
  description: clearableText(2000),
  price: absentIfEmpty(PriceInput),
  stock: absentIfEmpty(StockInput),
  expected_stock: absentIfEmpty(StockInput),
});
export type ChangeProductRequest = z.infer<typeof ChangeProductRequest>;

export const StockMovementRequest = z.strictObject({
  product_id: IdInput,
  type: z.enum(["add", "subtract"]),
  quantity: QuantityInput,
  reason: optionalText(500),
});
export type StockMovementRequest = z.infer<typeof StockMovementRequest>;

export const ProductItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: z.number(),
  stock: z.int(),
  sku: z.nullable(z.string()),
  category: z.nullable(z.string()),
  reorder_point: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ProductItem = z.infer<typeof ProductItem>;

/** `stock` is there where the command moved it: a repeated request is answered from its events alone. */
export const ProductWritten = z.object({ id: z.string(), stock: z.optional(z.int()) });
