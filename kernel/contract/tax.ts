import { type Currency, largestRemainder } from "#kernel/contract/money.ts";

export type TaxPart = Readonly<{ name: string; rateBp: number; amountMinor: number }>;

type Rule = Readonly<{
  currency: Currency;
  rateBp: number;
  from: string;
  parts: readonly (readonly [name: string, rateBp: number])[];
}>;

/** Rates that combine several taxes, by first day. Ghana, Act 1151: all three have the same base. */
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

/** Splits a tax into its parts, which add up to it. Undefined for a rate that is a single tax. */
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
