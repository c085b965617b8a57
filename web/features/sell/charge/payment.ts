import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { MAX_PRICE_MINOR, parseMinor, type Currency } from "#kernel/contract/money.ts";
import { typedAmount } from "#web/format/money.ts";
import type { Tender } from "#web/state/cart.ts";

/** Notes that are in common use, the largest first. */
const NOTES: Record<Currency, readonly number[]> = {
  GHS: [200, 100, 50, 20, 10, 5],
  USD: [100, 50, 20, 10, 5],
  EUR: [200, 100, 50, 20, 10, 5],
  GBP: [50, 20, 10, 5],
};
/** Large totals are also paid in round thousands. */
const THOUSAND = 1_000;
const SHOWN = 3;
const MINOR = 100;

/**
 * The sums a customer is likely to hand over, the smallest first: the next multiple of each note
 * above the amount due. People hand over few notes, and none that could stay in the pocket.
 */
export function cashKeys(dueMinor: number, currency: Currency): readonly number[] {
  const notes = NOTES[currency];
  const due = dueMinor / MINOR;
  const next = [THOUSAND, ...notes].map((note) => Math.ceil(due / note) * note);
  const sums = [...new Set(next)].map((sum) => ({ sum, ...notesOf(sum, notes) }));
  return sums
    .filter(({ sum, smallest }) => {
      const isRound = due > THOUSAND && sum % THOUSAND === 0;
      return sum > due && (isRound || sum - smallest < due);
    })
    .toSorted((a, b) => a.count - b.count || a.sum - b.sum)
    .slice(0, SHOWN)
    .map(({ sum }) => sum * MINOR)
    .toSorted((a, b) => a - b);
}

/** The fewest notes that make up a sum, which is a multiple of the smallest one. */
function notesOf(sum: number, notes: readonly number[]) {
  let rest = sum;
  let count = 0;
  let smallest = 0;
  for (const note of notes.filter((each) => each <= sum)) {
    const used = Math.floor(rest / note);
    if (used > 0) smallest = note;
    count += used;
    rest -= used * note;
  }
  return { count, smallest };
}

const TYPEABLE = /^\d{0,7}(?:\.\d{0,2})?$/;

/** Applies a key of the number pad. A key that would make an invalid amount changes nothing. */
export function typeKey(typed: string, key: string): string {
  if (key === "back") return typed.slice(0, -1);
  const next = typed === "0" && key !== "." ? key : `${typed}${key}`;
  return TYPEABLE.test(next) ? next : typed;
}

/** Undefined while nothing is typed. */
export const typedMinor = (typed: string): number | undefined =>
  typed === "" ? undefined : parseMinor(typedAmount(typed));

export const paidOf = (parts: readonly Tender[]): number =>
  parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export const changeOf = (parts: readonly Tender[]): number =>
  parts.reduce(
    (sum, { amountMinor, givenMinor = amountMinor }) => sum + givenMinor - amountMinor,
    0,
  );

export const receivedOf = (parts: readonly Tender[]): number => paidOf(parts) + changeOf(parts);

type TenderInput = {
  method: PaymentMethod;
  dueMinor: number;
  typed: number | undefined;
  reference?: string;
};

/**
 * The next payment: the whole amount due unless another amount was typed. More cash than due gives
 * change; more than due by any other method is a mistake.
 */
export function nextTender({
  method,
  dueMinor,
  typed,
  reference = "",
}: TenderInput): Tender | "over" | "nothing" {
  const named = reference.trim() === "" ? {} : { reference: reference.trim() };
  if (typed === undefined || typed === dueMinor) return { method, amountMinor: dueMinor, ...named };
  if (typed === 0) return "nothing";
  if (typed < dueMinor) return { method, amountMinor: typed, ...named };
  if (method !== "cash" || typed > MAX_PRICE_MINOR) return "over";
  return { method, amountMinor: dueMinor, givenMinor: typed };
}
