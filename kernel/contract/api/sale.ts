import * as z from "zod/mini";

import { IdInput, optionalText } from "#kernel/contract/api/fields.ts";
import { TaxCategory } from "#kernel/contract/api/product.ts";

export const PaymentMethod = z.enum(["cash", "card", "mobile_money", "bank_transfer"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** As the server writes them for people. */
export const PAYMENT_NAMES: Readonly<Record<PaymentMethod, string>> = {
  cash: "Cash",
  mobile_money: "Mobile money",
  card: "Card",
  bank_transfer: "Bank transfer",
};

/** The SHA-256, in hex, of the token that opens the receipt: 16 random bytes as base64url. */
export const ReceiptLinkRequest = z.strictObject({
  token_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be a SHA-256 hash in hex")),
});
export type ReceiptLinkRequest = z.infer<typeof ReceiptLinkRequest>;

/** Where a sale is sent to that may have amounts without a product. */
export const SALES_PATH = "/api/v1/sales";

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
  /** The number of lines. */
  item_count: z.int(),
  /** Pieces count each, a measured line counts once. */
  unit_count: z.int(),
  payment_method: z.string(),
  items: z.array(SaleLineItem),
  /** An identical sale was recorded less than 5 s before by a client without a key. */
  possible_duplicate_of: z.nullable(z.string()),
  /** Only voided sales have it. */
  voided_at: z.optional(z.string()),
});
export type SaleItem = z.infer<typeof SaleItem>;

/** A sale with everything that its receipt shows. Also for voided sales. */
export const SaleDetail = z.extend(SaleItem, {
  business_date: z.string(),
  cashier_id: z.string(),
  cashier_name: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** The difference to the list prices, without added tax. */
  discount_amount: z.number(),
  tax: z.object({
    mode: z.enum(["inclusive", "exclusive"]),
    /** In percent, at the time of the sale. */
    rate: z.number(),
    amount: z.number(),
    parts: z.array(z.object({ name: z.string(), rate: z.number(), amount: z.number() })),
  }),
  tenders: z.array(
    z.object({
      method: z.string(),
      amount: z.number(),
      given: z.nullable(z.number()),
      change: z.nullable(z.number()),
      status: z.enum(["confirmed", "asserted"]),
      reference: z.nullable(z.string()),
    }),
  ),
  items: z.array(
    z.extend(SaleLineItem, {
      list_price: z.number(),
      discount: z.number(),
      tax: z.number(),
      oversold: z.boolean(),
      /**
       * For a product sold in parts: the quantity is in parts, the price is for this many parts.
       */
      per_unit: z.nullable(z.int()),
      /** Sold without tax. Absent: at the rate of the sale. */
      tax_category: z.optional(TaxCategory),
    }),
  ),
  voided: z.boolean(),
  voided_at: z.nullable(z.string()),
  void_reason: z.nullable(z.string()),
  /** Null if the sale is not voided, or by a person who has no name. */
  voided_by_name: z.optional(z.nullable(z.string())),
});
export type SaleDetail = z.infer<typeof SaleDetail>;

export const SaleResult = z.object({
  id: z.string(),
  receipt_number: z.nullable(z.string()),
  total_amount: z.number(),
  tax_amount: z.number(),
  currency: z.string(),
  created_at: z.string(),
  /** The number of lines. */
  item_count: z.int(),
  /** Pieces count each, a measured line counts once. */
  unit_count: z.int(),
  payment_method: z.string(),
  possible_duplicate_of: z.nullable(z.string()),
});
export type SaleResult = z.infer<typeof SaleResult>;
