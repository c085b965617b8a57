import * as z from "zod/mini";

import {
  absentIfEmpty,
  IdInput,
  optionalText,
  PriceInput,
  QuantityInput,
} from "#kernel/contract/api/fields.ts";
import { texts } from "#kernel/contract/texts.ts";

export const PaymentMethod = z.enum(["cash", "card", "mobile_money", "bank_transfer"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const SaleItemInput = z.object({
  product_id: IdInput,
  quantity: QuantityInput,
  unit_price: PriceInput,
});
export type SaleItemInput = z.infer<typeof SaleItemInput>;

/** `occurred_at` is ISO-8601 (R52); `client_sale_id` stands for an Idempotency-Key where a client has no header (R21). */
export const RecordSaleRequest = z.object({
  customer_id: z.optional(
    z.pipe(
      z.nullable(IdInput),
      z.transform((id) => (id === "" || id === null ? undefined : id)),
    ),
  ),
  items: z
    .array(SaleItemInput, texts.sales.addOneItem)
    .check(
      z.minLength(1, texts.sales.addOneItem),
      z.maxLength(200, "A sale has at most 200 items"),
    ),
  payment_method: z._default(PaymentMethod, "cash"),
  notes: optionalText(2000),
  occurred_at: absentIfEmpty(
    z.iso.datetime({ offset: true, error: "Must be a date and time as ISO-8601" }),
  ),
  client_sale_id: absentIfEmpty(z.uuid("Must be a UUID")),
});
export type RecordSaleRequest = z.infer<typeof RecordSaleRequest>;

export const VoidSaleRequest = z.object({ id: z.optional(IdInput), reason: optionalText(500) });

export const SaleLineItem = z.object({
  product_id: z.string(),
  name: z.string(),
  quantity: z.int(),
  unit_price: z.number(),
  total: z.number(),
});
export type SaleLineItem = z.infer<typeof SaleLineItem>;

/** `first_name` and `last_name` are null for a walk-in customer. */
export const SaleItem = z.object({
  id: z.string(),
  receipt_number: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  total_amount: z.number(),
  tax_amount: z.number(),
  currency: z.string(),
  created_at: z.string(),
  occurred_at: z.string(),
  recorded_at: z.string(),
  item_count: z.int(),
  payment_method: z.string(),
  items: z.array(SaleLineItem),
});
export type SaleItem = z.infer<typeof SaleItem>;

export const SaleWritten = z.object({
  id: z.string(),
  receipt_number: z.nullable(z.string()),
  total_amount: z.number(),
  tax_amount: z.number(),
  currency: z.string(),
  created_at: z.string(),
  item_count: z.int(),
  payment_method: z.string(),
});
export type SaleWritten = z.infer<typeof SaleWritten>;
