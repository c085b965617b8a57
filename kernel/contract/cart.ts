import { type Currency, MAX_TOTAL_MINOR, taxAdded, taxIncluded } from "#kernel/contract/money.ts";

export type TaxMode = "inclusive" | "exclusive";

/** Of one line of the cart by its index, or of all of it; by an amount, or by thousandths of a percent (5 % is 5,000). */
export type Discount = Readonly<
  { item?: number | undefined } & ({ amountMinor: number } | { percentMilli: number })
>;

export type CartItem = Readonly<{
  unitPriceMinor: number;
  quantity: number;
  /** The quantity is in parts, so many of which have the price. */
  perUnit?: number | undefined;
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
 * What a cart comes to. Each line is rounded half up, once for each step: its price, its discounts, its tax; sums
 * are sums of rounded lines (R23). Tax lies inside the prices, or comes on top where the mode says so.
 */
export function sumCart(cart: Cart): CartSums | "too-large" | "discount-too-large" {
  const gross = cart.items.map(grossOf);
  if (gross.some((amount) => amount > MAX_TOTAL_MINOR)) return "too-large";
  const net = discounted(gross, cart.discounts ?? []);
  if (net === undefined) return "discount-too-large";
  const lines = net.map((amount, index) => toLine(cart, gross[index] ?? amount, amount));
  const totalMinor = sumOf(lines, (line) => line.totalMinor);
  if (totalMinor > MAX_TOTAL_MINOR) return "too-large";
  return { lines, totalMinor, taxMinor: sumOf(lines, (line) => line.taxMinor) };
}

/** Beyond what a number holds exactly it is beyond what a line may come to as well. */
const grossOf = ({ unitPriceMinor, quantity, perUnit = 1 }: CartItem): number =>
  perUnit === 1
    ? unitPriceMinor * quantity
    : share(BigInt(unitPriceMinor) * BigInt(quantity), BigInt(perUnit));

function toLine({ taxRateBp, taxMode }: Cart, gross: number, net: number): CartLine {
  const discountMinor = gross - net;
  if (taxMode !== "exclusive") {
    return { discountMinor, taxMinor: taxIncluded(net, taxRateBp), totalMinor: net };
  }
  const taxMinor = taxAdded(net, taxRateBp);
  return { discountMinor, taxMinor, totalMinor: net + taxMinor };
}

/** What a sale counts as items: pieces, and once each thing that was measured out in parts. */
export const countItems = (lines: readonly Pick<CartItem, "quantity" | "perUnit">[]): number =>
  sumOf(lines, ({ quantity, perUnit }) => (perUnit === undefined ? quantity : 1));

/** Each discount is taken from what the ones before have left; undefined where one takes more than there is. */
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

/** An amount in whole parts, as near to the weights as whole parts can be; they add up to it. */
export function largestRemainder(amountMinor: number, weights: readonly number[]): number[] {
  const whole = BigInt(sumOf(weights, (weight) => weight));
  if (whole === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amountMinor) * BigInt(weight));
  const parts = exact.map((part) => Number(part / whole));
  const missing = amountMinor - sumOf(parts, (part) => part);
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % whole }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** A share of an amount, rounded half up. */
const share = (numerator: bigint, denominator: bigint): number =>
  Number((numerator * 2n + denominator) / (denominator * 2n));

export type TaxPart = Readonly<{ name: string; rateBp: number; amountMinor: number }>;

type Rule = Readonly<{
  currency: Currency;
  rateBp: number;
  from: string;
  parts: readonly (readonly [name: string, rateBp: number])[];
}>;

/** Taxes that are several in one rate, by the day they began. Ghana: Act 1151, one base for all three. */
const RULES: readonly Rule[] = [
  {
    currency: "GHS",
    rateBp: 2000,
    from: "2026-01-01",
    parts: [
      ["VAT", 1500],
      ["NHIL", 250],
      ["GETFund", 250],
    ],
  },
];

/** What a tax is made of, where it is made of several; the parts add up to it. */
export function taxParts(
  taxMinor: number,
  of: Readonly<{ currency: Currency; rateBp: number; date: string }>,
): readonly TaxPart[] | undefined {
  const rule = RULES.find(
    ({ currency, rateBp, from }) =>
      currency === of.currency && rateBp === of.rateBp && from <= of.date,
  );
  if (!rule) return undefined;
  const amounts = largestRemainder(
    taxMinor,
    rule.parts.map(([, rateBp]) => rateBp),
  );
  return rule.parts.map(([name, rateBp], index) => ({
    name,
    rateBp,
    amountMinor: amounts[index] ?? 0,
  }));
}
