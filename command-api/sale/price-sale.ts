import * as z from "zod/mini";

import type {
  DiscountInput,
  RecordOpenSaleRequest,
} from "#kernel/contract/api/sale/record-sale.ts";
import { isWithinLimit } from "#kernel/contract/approval.ts";
import { type CartLine, type Discount, sumCart } from "#kernel/contract/cart.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import type { SaleLine, SaleRecorded } from "#kernel/contract/events/sale.ts";
import { OPEN_ITEM_NAME, type ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { UntaxedCategory } from "#kernel/contract/untaxed.ts";

/**
 * The part of a product's snapshot that a sale needs, read by shape because slices do not import
 * each other.
 */
export const SoldProduct = z.object({
  status: z.enum(["active", "archived"]),
  name: z.string(),
  priceMinor: z.int(),
  unit: z.optional(z.object({ name: z.string(), perUnit: z.int() })),
  /** False: a sale moves no stock of it. */
  tracksStock: z.optional(z.boolean()),
  /** Absent: the standard rate. */
  taxCategory: z.optional(UntaxedCategory),
});
export type SoldProduct = z.infer<typeof SoldProduct>;

export type PricingRejectionCode =
  | "product-not-found"
  | "product-archived"
  | "sold-in-parts"
  | "price-override-refused"
  | "discount-refused"
  | "discount-too-large"
  | "gift-refused"
  | "total-too-large";

/** With `open`, an amount without a product. */
export type PricedItem = Omit<RecordOpenSaleRequest["items"][number], "product_id"> & {
  productId: ProductId;
};

export type Pricing = Readonly<{
  items: readonly PricedItem[];
  discounts?: readonly DiscountInput[] | undefined;
  productOf: (id: ProductId) => SoldProduct | undefined;
  taxRateBp: number;
  taxMode?: TaxMode | undefined;
  mayOverridePrices: boolean;
  /** Hundredths of a percent of a line, for a person who may not override prices. */
  discountLimitBp: number;
  mayGiveGifts: boolean;
}>;

type Priced = Pick<SaleRecorded["data"], "lines" | "totalMinor" | "taxMinor"> & {
  tax: { mode: TaxMode; rateBp: number };
};

/** Computes every line and sum on the server. Sums of the client are not used. */
export function priceSale(pricing: Pricing): Priced | Rejection<PricingRejectionCode> {
  const items = priceItems(pricing);
  if (isRejection(items)) return items;
  const { discounts = [], taxRateBp, taxMode = "inclusive", discountLimitBp } = pricing;
  const isLimited = discounts.length > 0 && !pricing.mayOverridePrices;
  if (isLimited && discountLimitBp === 0) return reject("discount-refused");
  const sums = sumCart({ items, discounts: discounts.map(toDiscount), taxRateBp, taxMode });
  if (sums === "too-large") return reject("total-too-large");
  if (sums === "discount-too-large") return reject("discount-too-large");

  const lines = items.map((item, index) => toLine(item, sums.lines[index]));
  if (isLimited && !lines.every((line) => isWithinLimit(line, discountLimitBp))) {
    return reject("discount-refused", String(discountLimitBp / 100));
  }
  const gift = lines.find((line) => line.totalMinor === 0 && line.listPriceMinor > 0);
  if (gift && !pricing.mayGiveGifts) return reject("gift-refused", gift.name);
  const { totalMinor, taxMinor } = sums;
  return { lines, totalMinor, taxMinor, tax: { mode: taxMode, rateBp: taxRateBp } };
}

function priceItems(pricing: Pricing): Item[] | Rejection<PricingRejectionCode> {
  const items: Item[] = [];
  for (const item of pricing.items) {
    const priced = priceItem(item, pricing);
    if (isRejection(priced)) return priced;
    items.push(priced);
  }
  return items;
}

const NOTHING: CartLine = { discountMinor: 0, taxMinor: 0, totalMinor: 0 };

const toLine = ({ perUnit, taxCategory, ...item }: Item, sums = NOTHING): SaleLine => ({
  ...item,
  ...sums,
  ...(perUnit === undefined ? {} : { perUnit }),
  ...(taxCategory === undefined ? {} : { taxCategory }),
});

type Item = Pick<
  SaleLine,
  | "productId"
  | "name"
  | "quantity"
  | "listPriceMinor"
  | "unitPriceMinor"
  | "perUnit"
  | "open"
  | "taxCategory"
>;

function priceItem(
  item: PricedItem,
  { productOf, mayOverridePrices }: Pricing,
): Item | Rejection<PricingRejectionCode> {
  const { productId, quantity, unit_price: unitPriceMinor, base_units: isInParts } = item;
  // Its price is what the seller typed.
  if (item.open === true) {
    const { name: given = OPEN_ITEM_NAME, open } = item;
    const price = { listPriceMinor: unitPriceMinor, unitPriceMinor };
    return { productId, name: given, quantity, ...price, open };
  }
  const product = productOf(productId);
  if (!product) return reject("product-not-found");
  const { status, name, priceMinor: listPriceMinor } = product;
  if (status === "archived") return reject("product-archived", name);
  const perUnit = product.unit?.perUnit ?? 1;
  // An old client that does not know about parts would sell one part as a whole unit.
  if (perUnit > 1 && !isInParts) return reject("sold-in-parts", name);
  if (unitPriceMinor !== listPriceMinor && !mayOverridePrices) {
    return reject("price-override-refused", name);
  }
  const { taxCategory } = product;
  const priced = { productId, name, quantity, listPriceMinor, unitPriceMinor, taxCategory };
  return perUnit > 1 ? { ...priced, perUnit } : priced;
}

/** A request has exactly one of the two. */
const toDiscount = ({ item, amount, percent }: DiscountInput): Discount =>
  percent === undefined ? { item, amountMinor: amount ?? 0 } : { item, percentMilli: percent };
