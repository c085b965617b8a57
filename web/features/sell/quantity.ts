import { MAX_QUANTITY } from "#kernel/contract/money.ts";

const TYPED = /^(\d{1,7})(?:\.(\d{1,3}))?$/;
const THOUSAND = 1_000;

/** "2", or of what is sold in parts "2.5", as parts; undefined where the parts do not come out even. */
export function partsOf(text: string, perUnit: number): number | undefined {
  const match = TYPED.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  const thousandths = Number(whole) * THOUSAND + Number(fraction.padEnd(3, "0"));
  const parts = (thousandths * perUnit) / THOUSAND;
  return Number.isInteger(parts) && parts >= 1 && parts <= MAX_QUANTITY ? parts : undefined;
}

/** Parts as people count them: 250 of 100 are "2.5". */
export const unitsText = (quantity: number, perUnit: number): string =>
  (quantity / perUnit).toLocaleString("en-GH", { maximumFractionDigits: 3 });

/** The same for a field: without the grouping. */
export const unitsTyped = (quantity: number, perUnit: number): string =>
  String(Math.round((quantity / perUnit) * THOUSAND) / THOUSAND);
