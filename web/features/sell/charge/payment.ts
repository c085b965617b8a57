import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { MAX_PRICE_MINOR, parseMinor, type Currency } from "#kernel/contract/money.ts";
import { typedAmount } from "#web/format/money.ts";
import type { Tender } from "#web/state/sale-body.ts";

const NOTES: Record<Currency, readonly number[]> = {
  GHS: [5, 10, 20, 50, 100, 200],
  USD: [5, 10, 20, 50, 100],
  EUR: [5, 10, 20, 50, 100, 200],
  GBP: [5, 10, 20, 50],
};
const SHOWN = 3;
const MINOR = 100;

/**
 * The sums a customer is likely to hand over: for each note, the next multiple above the amount
 * due.
 */
export function cashKeys(dueMinor: number, currency: Currency): readonly number[] {
  const next = NOTES[currency].map((note) => {
    const noteMinor = note * MINOR;
    return Math.ceil(dueMinor / noteMinor) * noteMinor;
  });
  const above = [...new Set(next)].filter((minor) => minor > dueMinor);
  return above.toSorted((a, b) => a - b).slice(0, SHOWN);
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
