import * as z from "zod/mini";

import { type CartItem, type Discount, grossOf, sumCart } from "#kernel/contract/cart.ts";
import { toDecimal } from "#kernel/contract/money.ts";

/** Off a line or off a whole cart: an amount, or thousandths of a percent. */
export const CartDiscount = z.union([
  z.object({ amountMinor: z.int() }),
  z.object({ percentMilli: z.int() }),
]);
export type CartDiscount = z.infer<typeof CartDiscount>;

type Discounted = Readonly<{ discount?: CartDiscount | undefined }>;
type SoldCart = Discounted & Readonly<{ lines: readonly (CartItem & Discounted)[] }>;

/** An amount that is more than what it applies to, which has become less, takes all of it. */
const atMost = (discount: CartDiscount, minor: number): CartDiscount =>
  "amountMinor" in discount ? { amountMinor: Math.min(discount.amountMinor, minor) } : discount;

/** What is taken off a cart, in its order: off the lines first, and off the whole of what they leave. */
export function discountsOf({ lines, discount }: SoldCart): readonly Discount[] {
  const ofLines = lines.flatMap((line, item) =>
    line.discount ? [{ ...atMost(line.discount, grossOf(line)), item }] : [],
  );
  if (discount === undefined) return ofLines;
  const left = sumCart({ items: lines, discounts: ofLines, taxRateBp: 0 });
  return [...ofLines, atMost(discount, typeof left === "string" ? 0 : left.totalMinor)];
}

const MILLI = 1_000;

/** As `POST /api/sales.php` takes it. */
export const discountBody = (discount: Discount) => ({
  ...(discount.item === undefined ? {} : { item: discount.item }),
  ...("amountMinor" in discount
    ? { amount: toDecimal(discount.amountMinor) }
    : { percent: discount.percentMilli / MILLI }),
});
