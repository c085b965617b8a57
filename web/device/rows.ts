import * as z from "zod/mini";

import { Cart } from "#web/state/cart.ts";

// What a shop keeps on this device. Rows are read by later versions of the app: add optional fields,
// never rename or remove one.

/** A sale without a response yet, or one that was refused on a retry. */
export const UnsentSale = z.object({
  /** The idempotency key. */
  key: z.string(),
  /** Tenant and user: a sale is only sent under the name of the person who made it. */
  owner: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** Where it is sent to, if it has an amount without a product. */
  path: z.optional(z.string()),
  /** By the device's clock, to show the age of the sale. */
  madeMs: z.int(),
  /** By the server's clock, as far as the device knows it. */
  occurredAt: z.optional(z.string()),
  itemCount: z.int(),
  totalMinor: z.int(),
  /** Lets its screen restore the entered sale. */
  draft: z.unknown(),
  /** The server's reason, if it refused the sale; then it was never recorded. */
  refused: z.optional(z.string()),
});
export type UnsentSale = z.infer<typeof UnsentSale>;

/** A cart of the sell screen. Its id becomes the key of its sale, so that it is sold once. */
export const StoredCart = z.object({
  id: z.string(),
  owner: z.string(),
  cart: Cart,
  changedMs: z.int(),
  /** Raised by each change, so that another tab sees which copy is newer. */
  version: z.int(),
  /** When it was put aside; absent for the cart on the screen. */
  parkedMs: z.optional(z.int()),
});
export type StoredCart = z.infer<typeof StoredCart>;

export type DeviceRows = Readonly<{
  unsent: readonly UnsentSale[];
  carts: readonly StoredCart[];
}>;

/** All of it is stored, or nothing. */
export type DeviceChange = Readonly<{
  /** Nothing is stored if one of these carts is gone: another tab paid, took or emptied it. */
  needsCarts?: readonly string[];
  saveSales?: readonly UnsentSale[];
  dropSales?: readonly string[];
  saveCarts?: readonly StoredCart[];
  dropCarts?: readonly string[];
}>;
