import type { TaxCategory } from "#kernel/contract/api/product.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import { halfUp, largestRemainder, MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";

/** On the line `item`, an index, or on the whole cart; an amount, or thousandths of a percent (5,000 is 5 %). */
export type Discount = Readonly<
  { item?: number | undefined } & ({ amountMinor: number } | { percentMilli: number })
>;

export type CartItem = Readonly<{
  unitPriceMinor: number;
  quantity: number;
  /** The quantity counts parts; the price is for this many of them. */
  perUnit?: number | undefined;
  /** Exempt or zero-rated: without tax, whatever the rate of the cart is. */
  taxCategory?: TaxCategory | undefined;
}>;

export type Cart = Readonly<{
  items: readonly CartItem[];
  discounts?: readonly Discount[] | undefined;
  taxRateBp: number;
  taxMode?: TaxMode | undefined;
}>;

export type CartLine = Readonly<{ discountMinor: number; taxMinor: number; totalMinor: number }>;

export type CartSums = Readonly<{
  lines: readonly CartLine[];
  totalMinor: number;
  taxMinor: number;
}>;

const ALL = 100_000n;

/**
 * The sums of a cart. Each line is rounded half up after each step: price, discounts, tax. The
 * total is the sum of the rounded lines, so a receipt adds up. Tax is inside the prices unless the
 * mode is "exclusive". Lines that are exempt or zero-rated have none.
 */
export function sumCart(cart: Cart): CartSums | "too-large" | "discount-too-large" {
  const gross = cart.items.map(grossOf);
  if (gross.some((amount) => amount > MAX_TOTAL_MINOR)) return "too-large";
  const net = discounted(gross, cart.discounts ?? []);
  if (net === undefined) return "discount-too-large";
  const lines = net.map((amount, index) => {
    const { taxCategory = "standard" } = cart.items[index] ?? {};
    const rateBp = taxCategory === "standard" ? cart.taxRateBp : 0;
    return toLine([rateBp, cart.taxMode], gross[index] ?? amount, amount);
  });
  const totalMinor = sumOf(lines, (line) => line.totalMinor);
  if (totalMinor > MAX_TOTAL_MINOR) return "too-large";
  return { lines, totalMinor, taxMinor: sumOf(lines, (line) => line.taxMinor) };
}

/** May be inexact above 2^53, which is far above MAX_TOTAL_MINOR and is refused. */
export const grossOf = ({ unitPriceMinor, quantity, perUnit = 1 }: CartItem): number =>
  perUnit === 1
    ? unitPriceMinor * quantity
    : share(BigInt(unitPriceMinor) * BigInt(quantity), BigInt(perUnit));

type LineTax = readonly [rateBp: number, mode: TaxMode | undefined];

function toLine([rateBp, mode]: LineTax, gross: number, net: number): CartLine {
  const discountMinor = gross - net;
  if (mode !== "exclusive") {
    return { discountMinor, taxMinor: taxIncluded(net, rateBp), totalMinor: net };
  }
  const taxMinor = taxAdded(net, rateBp);
  return { discountMinor, taxMinor, totalMinor: net + taxMinor };
}

type Counted = Readonly<{ quantity: number; perUnit?: number | null | undefined }>;

/** The units of a sale: pieces count each, a measured line counts once. */
export const countUnits = (lines: readonly Counted[]): number =>
  sumOf(lines, ({ quantity, perUnit }) => (typeof perUnit === "number" ? 1 : quantity));

/** Each discount applies to what the previous ones left. Undefined if a discount exceeds that. */
function discounted(
  gross: readonly number[],
  discounts: readonly Discount[],
): readonly number[] | undefined {
  let left = gross;
  for (const discount of discounts) {
    const after = lessOne(left, discount);
    if (after === undefined) return undefined;
    left = after;
  }
  return left;
}

function lessOne(left: readonly number[], discount: Discount): readonly number[] | undefined {
  const { item } = discount;
  const isMeant = (index: number): boolean => item === undefined || item === index;
  if ("percentMilli" in discount) {
    const kept = ALL - BigInt(discount.percentMilli);
    return left.map((net, index) => (isMeant(index) ? share(BigInt(net) * kept, ALL) : net));
  }
  const meant = left.map((net, index) => (isMeant(index) ? net : 0));
  if (discount.amountMinor > sumOf(meant, (net) => net)) return undefined;
  const taken = largestRemainder(discount.amountMinor, meant);
  return left.map((net, index) => net - (taken[index] ?? 0));
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const share = (numerator: bigint, denominator: bigint): number =>
  Number(halfUp(numerator, denominator));

/** The tax inside a tax-inclusive amount; `rateBp` is in hundredths of a percent. */
export const taxIncluded = (grossMinor: number, rateBp: number): number =>
  rateBp === 0 ? 0 : Number(halfUp(BigInt(grossMinor) * BigInt(rateBp), 10_000n + BigInt(rateBp)));

/** The tax to add to a tax-exclusive amount; `rateBp` is in hundredths of a percent. */
export const taxAdded = (netMinor: number, rateBp: number): number =>
  Number(halfUp(BigInt(netMinor) * BigInt(rateBp), 10_000n));
