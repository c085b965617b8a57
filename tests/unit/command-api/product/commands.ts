import { type ChangeProduct, product } from "#command-api/product/product.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { COUNTED_MS, MILO } from "#tests/kit/builders/product-events.ts";

export const given = givenFor(product);

export const add = {
  type: "AddProduct",
  productId: MILO,
  name: "Milo 400g",
  priceMinor: 4500,
  currency: "GHS",
  openingStock: 100,
} as const;
export const change = (fields: Partial<ChangeProduct>): ChangeProduct => ({
  type: "ChangeProduct",
  productId: MILO,
  onHand: 100,
  countedMs: COUNTED_MS,
  mayEditPrices: true,
  ...fields,
});
export const adjust = (delta: number, reason?: string) =>
  ({ type: "AdjustStock", productId: MILO, delta, reason }) as const;
