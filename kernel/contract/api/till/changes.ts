import * as z from "zod/mini";

import { OversellPolicy, TaxMode } from "#kernel/contract/choices.ts";
import { Currency } from "#kernel/contract/money.ts";
import { UntaxedCategory } from "#kernel/contract/untaxed.ts";

// What a till keeps of its business to sell without a network. It holds what a cashier may see,
// no matter who asks: no costs, and nothing about PINs. Amounts are in pesewas.

export const CHANGES_PATH = "/api/v1/till/changes";
/** A till that is further behind than this many events downloads everything again. */
export const MOST_EVENTS_BEHIND = 5_000;

/** `archived`: it is no longer sold. */
export const TillProduct = z.object({
  id: z.string(),
  name: z.string(),
  priceMinor: z.int(),
  /** In parts of the sale unit, if the product has one. */
  stock: z.int(),
  sku: z.nullable(z.string()),
  barcodes: z.array(z.string()),
  category: z.nullable(z.string()),
  unit: z.nullable(z.object({ name: z.string(), perUnit: z.int() })),
  archived: z.boolean(),
  /**
   * False: its stock is not counted, and `stock` is UNCOUNTED_STOCK, so that a till that does not
   * know this field goes on selling it. Absent in what an older build downloaded.
   */
  tracksStock: z.optional(z.boolean()),
  /** The SHA-256 of its picture. Absent in what an older build downloaded. */
  picture: z.optional(z.nullable(z.string())),
  /** Absent: the standard rate, as of nearly all. */
  taxCategory: z.optional(UntaxedCategory),
});
export type TillProduct = z.infer<typeof TillProduct>;

/** A product of which only the stock changed. Most of what changes in a day are these. */
const TillStock = z.object({ id: z.string(), stock: z.int() });

/** `gone`: archived or erased, so the till forgets the customer. */
export const TillCustomer = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  gone: z.boolean(),
});
export type TillCustomer = z.infer<typeof TillCustomer>;

/** Someone who may sell. `gone`: no longer on the staff, or in a role that may not sell. */
export const TillPerson = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  gone: z.boolean(),
});
export type TillPerson = z.infer<typeof TillPerson>;

export const TillSettings = z.object({
  businessName: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  receiptFooter: z.nullable(z.string()),
  currency: Currency,
  timezone: z.string(),
  /** Hundredths of a percent. */
  taxRateBp: z.int(),
  /** Absent in what a till downloaded from an older server: the tax is inside the prices. */
  taxMode: z.optional(TaxMode),
  /** Printed on receipts. Absent in what a till downloaded from an older server. */
  tin: z.optional(z.nullable(z.string())),
  oversellPolicy: OversellPolicy,
  /** After so many days without contact a till sends, and does not sell. */
  offlineDays: z.int(),
  /** Receipts have an address. Absent in what a till downloaded from an older server: it draws none. */
  receiptLinks: z.optional(z.boolean()),
  /** The largest amount that a PIN can approve without a network. */
  offlineApprovalMinor: z.int(),
  /**
   * Hundredths of a percent: what a person who may not change prices takes off a line alone. Data that
   * a till downloaded before have none.
   */
  discountLimitBp: z._default(z.int(), 0),
});
export type TillSettings = z.infer<typeof TillSettings>;

export const TillChangesQuery = z.strictObject({ since: z.optional(z.string()) });

/**
 * `seq` is the position that everything here is at least as new as; the till sends it as `since`.
 * Without `since` it is everything. Otherwise it is what changed; a row may come again.
 */
export const TillChanges = z.object({
  seq: z.int(),
  products: z.array(TillProduct),
  stocks: z.array(TillStock),
  customers: z.array(TillCustomer),
  people: z.array(TillPerson),
  settings: TillSettings,
});
export type TillChanges = z.infer<typeof TillChanges>;
