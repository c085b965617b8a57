import type { Currency } from "#kernel/contract/money.ts";

const NOTES: Record<Currency, readonly number[]> = {
  GHS: [5, 10, 20, 50, 100, 200],
  USD: [5, 10, 20, 50, 100],
  EUR: [5, 10, 20, 50, 100, 200],
  GBP: [5, 10, 20, 50],
};
const SHOWN = 3;
const MINOR = 100;

/** What a customer is likely to hand over beside the exact sum: the next whole numbers of each note. */
export function cashKeys(dueMinor: number, currency: Currency): readonly number[] {
  const next = NOTES[currency].map((note) => {
    const noteMinor = note * MINOR;
    return Math.ceil(dueMinor / noteMinor) * noteMinor;
  });
  const above = [...new Set(next)].filter((minor) => minor > dueMinor);
  return above.toSorted((a, b) => a - b).slice(0, SHOWN);
}
