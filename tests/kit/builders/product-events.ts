import type { ProductAdded, ProductEvent } from "#kernel/contract/events/product.ts";

import { productId } from "./fixed-ids.ts";

type Changes = Extract<ProductEvent, { type: "ProductDetailsChanged" }>["data"]["changes"];

export const MILO = productId(1);

/** 100 tins of Milo at GH₵45.00. */
export const miloAdded = (over: Partial<ProductAdded["data"]> = {}): ProductEvent => ({
  type: "ProductAdded",
  data: {
    productId: MILO,
    name: "Milo 400g",
    priceMinor: 4500,
    currency: "GHS",
    openingStock: 100,
    ...over,
  },
});

export const miloChanged = (changes: Changes): ProductEvent => ({
  type: "ProductDetailsChanged",
  data: { productId: MILO, changes },
});

export const miloRepriced = (fromMinor: number, toMinor: number): ProductEvent => ({
  type: "ProductRepriced",
  data: { productId: MILO, fromMinor, toMinor, currency: "GHS" },
});

export const miloAdjusted = (delta: number, reason?: string): ProductEvent => ({
  type: "StockAdjusted",
  data: { productId: MILO, delta, ...(reason === undefined ? {} : { reason }) },
});

/** When a test counts the stock, if it does not say. */
export const COUNTED_MS = Date.parse("2026-11-21T09:00:00.000Z");

export const miloCounted = (to: number, countedMs = COUNTED_MS): ProductEvent => ({
  type: "StockCounted",
  data: { productId: MILO, to, countedMs },
});

export const miloArchived: ProductEvent = { type: "ProductArchived", data: { productId: MILO } };
export const miloPictured = (sha256: string | null): ProductEvent => ({
  type: "ProductPictureSet",
  data: { productId: MILO, sha256 },
});
export const miloRestored: ProductEvent = { type: "ProductRestored", data: { productId: MILO } };
