import * as z from "zod/mini";

import { TaxCategory } from "#kernel/contract/api/product.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { minorOf } from "#kernel/contract/money.ts";

/** One entry per currency of the sales; the tenant's present currency comes first. */
const sums = { currency: z.string(), orders: z.int(), total: z.number() } as const;

/**
 * What was sold cost at the products' present cost prices, and the sales less that cost. Both are of
 * the products that have a cost price; null if none has. Tax is not taken off.
 */
const profit = { cost: z.nullable(z.number()), profit: z.nullable(z.number()) } as const;

/** `name` is null for a product that no longer exists. Quantities are in base units. */
export const ProductSums = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  category: z.nullable(z.string()),
  currency: z.string(),
  quantity: z.int(),
  revenue: z.number(),
  ...profit,
});
export type ProductSums = z.infer<typeof ProductSums>;

/** By the products' present categories; null is for those without one. */
export const CategorySums = z.object({
  category: z.nullable(z.string()),
  currency: z.string(),
  /** How many products of it were sold. */
  products: z.int(),
  revenue: z.number(),
  /** The part of `revenue` that is of products without a cost price. */
  uncosted: z.number(),
  ...profit,
});
export type CategorySums = z.infer<typeof CategorySums>;

export const DaySums = z.object({ day: z.string(), ...sums, tax: z.number() });
export type DaySums = z.infer<typeof DaySums>;

/** Hours of the local day, 0 to 23, summed over all days of the period. */
export const HourSums = z.object({ hour: z.int(), ...sums });
export type HourSums = z.infer<typeof HourSums>;

export const StaffSums = z.object({
  user_id: z.string(),
  name: z.nullable(z.string()),
  ...sums,
});
export type StaffSums = z.infer<typeof StaffSums>;

/** `asserted` payments were seen only by the cashier; `total` includes them. */
export const PaymentMethodSums = z.object({
  payment_method: PaymentMethod,
  currency: z.string(),
  payments: z.int(),
  total: z.number(),
  confirmed: z.number(),
  asserted: z.number(),
});
export type PaymentMethodSums = z.infer<typeof PaymentMethodSums>;

/**
 * A tax or levy by its rate, as the receipts name it: "VAT", or "Tax" for a rate that is one tax.
 * `net` are the sales it was charged on, without any tax. What was sold without tax comes last, with
 * its category.
 */
export const TaxSums = z.object({
  name: z.string(),
  rate: z.number(),
  currency: z.string(),
  orders: z.int(),
  net: z.number(),
  tax: z.number(),
  category: z.optional(TaxCategory),
});
export type TaxSums = z.infer<typeof TaxSums>;

/** The first of a sale's taxes, so that each sale is counted once. */
const FIRST_TAXES: ReadonlySet<string> = new Set(["VAT", "Tax"]);

export type Supplies = Readonly<{ name: string; currency: string; netMinor: number }>;

/**
 * The values that a tax return asks for apart: what was sold at the standard rate, zero-rated and exempt.
 * Empty for a period in which everything was taxed, whose taxes say it all.
 */
export function suppliesOf(rows: readonly TaxSums[]): readonly Supplies[] {
  const untaxed = rows.filter(({ category }) => category !== undefined);
  return [...new Set(untaxed.map(({ currency }) => currency))].flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const firsts = own.filter(({ name }) => FIRST_TAXES.has(name));
    const netMinor = firsts.reduce((sum, { net }) => sum + minorOf(net), 0);
    return [
      { name: "Standard-rated", currency, netMinor },
      ...own
        .filter(({ category }) => category !== undefined)
        .map(({ name, net }) => ({ name, currency, netMinor: minorOf(net) })),
    ];
  });
}

export const reportOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({
    period: z.nullable(z.string()),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** The tenant's present currency. */
    currency: z.string(),
    rows: z.array(row),
  });
