import * as z from "zod/mini";

import type { PaymentMethod, SaleItemInput } from "#kernel/contract/api/sale.ts";
import type { SaleLine, SaleRecorded, Tender } from "#kernel/contract/events/sale.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { MAX_TOTAL_MINOR, multiplyMinor, taxIncluded } from "#kernel/contract/money.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

/** What a sale needs of a product's snapshot. The catalogue of another slice is read by shape, not by import. */
export const SoldProduct = z.object({
  status: z.enum(["active", "archived"]),
  name: z.string(),
  priceMinor: z.int(),
});
export type SoldProduct = z.infer<typeof SoldProduct>;

export type PricingRejectionCode =
  | "product-not-found"
  | "product-archived"
  | "price-override-refused"
  | "total-too-large";

export type PricedItem = Omit<SaleItemInput, "product_id"> & { productId: ProductId };

type Pricing = Readonly<{
  items: readonly PricedItem[];
  productOf: (id: ProductId) => SoldProduct | undefined;
  taxRateBp: number;
  mayOverridePrices: boolean;
}>;

type Priced = Pick<SaleRecorded["data"], "lines" | "totalMinor" | "taxMinor" | "tax">;

/** Computes every line and sum on the server (R22); tax is inside the price, rounded half up a line (R23). */
export function priceSale(pricing: Pricing): Priced | Rejection<PricingRejectionCode> {
  const lines: SaleLine[] = [];
  for (const item of pricing.items) {
    const line = priceLine(item, pricing);
    if (isRejection(line)) return line;
    lines.push(line);
  }
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  if (totalMinor > MAX_TOTAL_MINOR) return reject("total-too-large");
  return {
    lines,
    totalMinor,
    taxMinor: lines.reduce((sum, line) => sum + line.taxMinor, 0),
    tax: { mode: "inclusive", rateBp: pricing.taxRateBp },
  };
}

function priceLine(
  { productId, quantity, unit_price: unitPriceMinor }: PricedItem,
  { productOf, taxRateBp, mayOverridePrices }: Pricing,
): SaleLine | Rejection<PricingRejectionCode> {
  const product = productOf(productId);
  if (!product) return reject("product-not-found");
  if (product.status === "archived") return reject("product-archived", product.name);
  if (unitPriceMinor !== product.priceMinor && !mayOverridePrices) {
    return reject("price-override-refused", product.name);
  }
  const totalMinor = multiplyMinor(unitPriceMinor, quantity);
  if (totalMinor === undefined) return reject("total-too-large");
  return {
    productId,
    name: product.name,
    quantity,
    listPriceMinor: product.priceMinor,
    unitPriceMinor,
    discountMinor: 0,
    taxMinor: taxIncluded(totalMinor, taxRateBp),
    totalMinor,
  };
}

/** Cash in the drawer is confirmed; the rest nobody but the cashier has seen (R26). */
export const tenderOf = (method: PaymentMethod, amountMinor: number): Tender => ({
  method,
  amountMinor,
  status: method === "cash" ? "confirmed" : "asserted",
});
