import * as z from "zod/mini";

export const Currency = z.enum(["GHS", "USD", "EUR", "GBP"]);
export type Currency = z.infer<typeof Currency>;

/** Pesewas (or cents): an integer, never a float. */
export const MinorAmount = z.int();

export const MAX_PRICE_MINOR = 999_999_999;
export const MAX_QUANTITY = 1_000_000;
/** The maximum of a line and of a sale: exact as a JSON number, and so are sums of it. */
export const MAX_TOTAL_MINOR = 99_999_999_999_999;

const DECIMAL = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/;

/**
 * Parses a decimal text ("12", "12.5", "12.50") to pesewas digit by digit: `19.99 * 100` is not
 * 1999. Undefined for anything else ("1,000", "1e2", "+5", "0.001", "") and for numbers that a
 * double cannot hold.
 */
export function parseMinor(text: string): number | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = ""] = match;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (!Number.isSafeInteger(minor)) return undefined;
  return sign === "-" && minor !== 0 ? -minor : minor;
}

/**
 * Parses a JSON number or numeric text to pesewas. A number is read by its shortest decimal text.
 */
export const toMinor = (amount: number | string): number | undefined => parseMinor(String(amount));

/** Converts an amount of an answer to pesewas. Throws a `RangeError` for more than two decimals. */
export function minorOf(amount: number): number {
  const minor = toMinor(amount);
  if (minor === undefined) throw new RangeError(`not an amount of money: ${amount}`);
  return minor;
}

/** Pesewas as the JSON number with at most two decimals that the API shows. */
export const toDecimal = (minor: number): number => Number(toDecimalText(minor));

/** Pesewas as "1234.50". */
export function toDecimalText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** `GH₵1,234.50`. The sign comes before the symbol, and there is no negative zero. */
export function formatMoney(minor: number, currency: Currency): string {
  const known = formatters.get(currency);
  const formatter = known ?? new Intl.NumberFormat("en-GH", { style: "currency", currency });
  if (!known) formatters.set(currency, formatter);
  // Passed as text, so that no float is involved.
  const text = toDecimalText(minor);
  return formatter.format(isNumeral(text) ? text : 0);
}

const isNumeral = (text: string): text is `${number}` => DECIMAL.test(text);

/** Divides and rounds half up, away from zero for negative amounts. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude =
    ((numerator < 0n ? -numerator : numerator) * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -magnitude : magnitude;
}

/** quantity x price, or undefined above the maximum of a sale. */
export function multiplyMinor(priceMinor: number, quantity: number): number | undefined {
  const product = priceMinor * quantity;
  return Math.abs(product) <= MAX_TOTAL_MINOR ? product : undefined;
}

/** Splits an amount by weights into whole parts that add up to it, each as near to its share as possible. */
export function largestRemainder(amountMinor: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights));
  if (whole === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amountMinor) * BigInt(weight));
  const parts = exact.map((part) => Number(part / whole));
  const missing = amountMinor - sum(parts);
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % whole }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
