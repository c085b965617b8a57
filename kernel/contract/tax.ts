import type { TaxProfile } from "#kernel/contract/choices.ts";
import { type Currency, halfUp } from "#kernel/contract/money.ts";

export type TaxPart = Readonly<{ name: string; rateBp: number; amountMinor: number }>;

/** A tax on the price without any tax. `ofNetBp` is more than the rate if the tax is on levies, too. */
type Levy = Readonly<{ name: string; rateBp: number; ofNetBp: number }>;

/** Rates that combine several taxes. Days are the shop's; a rule without a last day is today's. */
type Rule = Readonly<{
  currency: Currency;
  rateBp: number;
  from: string;
  to?: string;
  /** The tax that takes the rest comes first, as receipts list it. */
  parts: readonly [Levy, ...Levy[]];
}>;

const levy = (name: string, rateBp: number, ofNetBp = rateBp): Levy => ({ name, rateBp, ofNetBp });

const NHIL = levy("NHIL", 250);
const GETFUND = levy("GETFund", 250);
const COVID = levy("COVID-19", 100);

/** Ghana's standard rate. */
const RULES: readonly Rule[] = [
  // The COVID-19 Health Recovery Levy Act, 2021 (Act 1068), added its levy; VAT was on price and levies.
  {
    currency: "GHS",
    rateBp: 1925,
    from: "2021-05-01",
    to: "2022-12-31",
    parts: [levy("VAT", 1250, 1325), NHIL, GETFUND, COVID],
  },
  // The Value Added Tax (Amendment) (No. 2) Act, 2022 (Act 1087), raised VAT to 15 %.
  {
    currency: "GHS",
    rateBp: 2190,
    from: "2023-01-01",
    to: "2025-12-31",
    parts: [levy("VAT", 1500, 1590), NHIL, GETFUND, COVID],
  },
  // The Value Added Tax Act, 2025 (Act 1151), ended the COVID-19 levy; all three are on the price.
  {
    currency: "GHS",
    rateBp: 2000,
    from: "2026-01-01",
    parts: [levy("VAT", 1500), NHIL, GETFUND],
  },
];

/** Who never chose a profile is registered if they charge tax. A rate says so, too, if it was set later. */
export function taxProfileOf(chosen: TaxProfile | null | undefined, rateBp = 0): TaxProfile {
  const profile = chosen ?? "unregistered";
  return profile === "unregistered" && rateBp > 0 ? "registered" : profile;
}

/** The standard rate of Ghana on a day of the shop, and the rates that it combines. */
export function standardRate(
  date: string,
): Readonly<{ rateBp: number; parts: readonly Pick<TaxPart, "name" | "rateBp">[] }> | undefined {
  return RULES.find(({ from, to = date }) => from <= date && date <= to);
}

/**
 * Splits a tax into its parts, which add up to it: each levy rounded half up, so that equal levies
 * are equal, and VAT the rest. Undefined for a rate that was a single tax on that day.
 */
export function taxParts(
  taxMinor: number,
  of: Readonly<{ currency: Currency; rateBp: number; date: string }>,
): readonly TaxPart[] | undefined {
  const rule = RULES.find(
    ({ currency, rateBp, from, to = of.date }) =>
      currency === of.currency && rateBp === of.rateBp && from <= of.date && of.date <= to,
  );
  if (!rule) return undefined;
  const [rest, ...levies] = rule.parts;
  const parts = levies.map(({ name, rateBp, ofNetBp }) => ({
    name,
    rateBp,
    amountMinor: Number(halfUp(BigInt(taxMinor) * BigInt(ofNetBp), BigInt(rule.rateBp))),
  }));
  const levied = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return [{ name: rest.name, rateBp: rest.rateBp, amountMinor: taxMinor - levied }, ...parts];
}
