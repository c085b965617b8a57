import * as z from "zod/mini";

import type { TaxCategory } from "./api/product.ts";

/**
 * What events, lines and tills hold, in the order of a receipt. They hold nothing for the standard
 * rate, at which nearly everything is sold: so a product of before has no category, an event of such a
 * sale is what it always was, and a till downloads no more than it did.
 */
export const UntaxedCategory = z.enum(["zero", "exempt"]);
export type UntaxedCategory = z.infer<typeof UntaxedCategory>;

/** The field of a product or of a line, to be spread into it. */
export const untaxedField = (
  category: TaxCategory | undefined,
): Readonly<{ taxCategory?: UntaxedCategory | undefined }> =>
  category === undefined || category === "standard" ? {} : { taxCategory: category };

/** As receipts and reports name them. */
export const UNTAXED_NAMES: Readonly<Record<UntaxedCategory, string>> = {
  zero: "Zero-rated",
  exempt: "Exempt",
};

type Line = Readonly<{ taxCategory?: TaxCategory | undefined }>;
type SoldLine = Line & Readonly<{ totalMinor: number }>;
type UntaxedSum = Readonly<{ category: UntaxedCategory; name: string; amountMinor: number }>;

/** Whether a sale has anything to tax. One of the standard rate alone has, whatever it costs. */
export const hasTaxed = (lines: readonly Line[]): boolean =>
  lines.some(({ taxCategory = "standard" }) => taxCategory === "standard");

/**
 * What the lines of a sale without tax come to. None in a shop that charges no tax at all: there
 * nothing is apart.
 */
export function untaxedSums(lines: readonly SoldLine[], rateBp: number): readonly UntaxedSum[] {
  if (rateBp === 0) return [];
  return UntaxedCategory.options.flatMap((category) => {
    const amountMinor = sumOf(lines, category);
    return amountMinor === 0 ? [] : [{ category, name: UNTAXED_NAMES[category], amountMinor }];
  });
}

const sumOf = (lines: readonly SoldLine[], category: UntaxedCategory): number =>
  lines.reduce((sum, line) => (line.taxCategory === category ? sum + line.totalMinor : sum), 0);
