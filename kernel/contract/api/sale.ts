import * as z from "zod/mini";

import {
  absentIfEmpty,
  IdInput,
  optionalText,
  PercentInput,
  PriceInput,
  QuantityInput,
} from "#kernel/contract/api/fields.ts";
import { TaxCategory } from "#kernel/contract/api/product.ts";
import { texts } from "#kernel/contract/texts.ts";

export const PaymentMethod = z.enum(["cash", "card", "mobile_money", "bank_transfer"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** As the server writes them for people. */
export const PAYMENT_NAMES: Readonly<Record<PaymentMethod, string>> = {
  cash: "Cash",
  mobile_money: "Mobile money",
  card: "Card",
  bank_transfer: "Bank transfer",
};

export const SaleItemInput = z.object({
  product_id: IdInput,
  quantity: QuantityInput,
  unit_price: PriceInput,
  /** For a product sold in parts: the quantity is in parts, the price is per whole unit. */
  base_units: absentIfEmpty(z.boolean()),
});
export type SaleItemInput = z.infer<typeof SaleItemInput>;

/** The SHA-256, in hex, of the token that opens the receipt: 16 random bytes as base64url. */
export const ReceiptLinkRequest = z.strictObject({
  token_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be a SHA-256 hash in hex")),
});
export type ReceiptLinkRequest = z.infer<typeof ReceiptLinkRequest>;

/** An amount or a percentage, on one item by its index or on the whole sale. */
const DiscountInput = z
  .object({
    item: z.optional(z.int().check(z.minimum(0, "There is no item with this number"))),
    amount: absentIfEmpty(PriceInput),
    percent: absentIfEmpty(PercentInput),
  })
  .check(
    z.refine(
      ({ amount, percent }) => (amount === undefined) !== (percent === undefined),
      "A discount needs an amount or a percentage",
    ),
  );
export type DiscountInput = z.infer<typeof DiscountInput>;

/** `given` is the cash handed over; what exceeds the amount is change. */
const TenderInput = z
  .object({
    method: PaymentMethod,
    amount: PriceInput,
    given: absentIfEmpty(PriceInput),
    reference: optionalText(100),
  })
  .check(
    z.refine(({ amount, given = amount }) => given >= amount, {
      error: "Must not be less than the amount",
      path: ["given"],
    }),
    z.refine(({ method, given }) => given === undefined || method === "cash", {
      error: "Only cash can have a given amount",
      path: ["given"],
    }),
  );
export type TenderInput = z.infer<typeof TenderInput>;

const MOST_DISCOUNTS = 200;
const MOST_TENDERS = 20;

/**
 * `occurred_at` is ISO-8601. `client_sale_id` replaces the Idempotency-Key for clients that cannot
 * send the header. `tenders` replaces `payment_method`.
 */
export const RecordSaleRequest = z
  .object({
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
    payment_method: z._default(
      z.pipe(
        z.transform((value: unknown) => (value === "" ? "cash" : value)),
        PaymentMethod,
      ),
      "cash",
    ),
    notes: optionalText(2000),
    occurred_at: absentIfEmpty(
      z.iso.datetime({ offset: true, error: "Must be a date and time as ISO-8601" }),
    ),
    client_sale_id: absentIfEmpty(z.uuid("Must be a UUID")),
    discounts: absentIfEmpty(z.array(DiscountInput).check(z.maxLength(MOST_DISCOUNTS))),
    tenders: absentIfEmpty(
      z
        .array(TenderInput)
        .check(z.minLength(1, "Send payment_method or tenders"), z.maxLength(MOST_TENDERS)),
    ),
    /** Absent: inside the prices. */
    tax: absentIfEmpty(z.enum(["inclusive", "exclusive"])),
    /**
     * Sells more than the stock, if the tenant's policy asks first and the seller's role allows
     * it.
     */
    confirm_oversell: absentIfEmpty(z.boolean()),
  })
  .check(
    z.refine(
      ({ items, discounts = [] }) => discounts.every(({ item = 0 }) => item < items.length),
      { error: "There is no item with this number", path: ["discounts"] },
    ),
  );
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
