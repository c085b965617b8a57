import type { ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import { halfUp } from "#kernel/contract/money.ts";

/** An approval is for one entry and lasts this long, from when it was asked for and again from when it was given. */
export const APPROVAL_MS = 2 * 60_000;

/** What of a line decides what needs an approval. Amounts are in pesewas. */
export type ApprovedLine = Readonly<{
  quantity: number;
  listPriceMinor: number;
  unitPriceMinor: number;
  discountMinor: number;
  totalMinor: number;
  /** The quantity counts parts; the price is for this many of them. */
  perUnit?: number | undefined;
}>;

/** What of these lines is not as the shop's prices say. */
export function actsIn(lines: readonly ApprovedLine[]): ReadonlySet<ApprovedAct> {
  return new Set(lines.flatMap(actsOf));
}

function actsOf(line: ApprovedLine): ApprovedAct[] {
  const { listPriceMinor, unitPriceMinor, discountMinor, totalMinor } = line;
  return [
    ...(unitPriceMinor === listPriceMinor ? [] : (["price"] as const)),
    ...(discountMinor > 0 ? (["discount"] as const) : []),
    ...(totalMinor === 0 && listPriceMinor > 0 ? (["gift"] as const) : []),
  ];
}

/** Who approves a gift also approves the price or discount that makes it one. */
export const covers = (approved: ApprovedAct, act: ApprovedAct): boolean =>
  approved === act || (approved === "gift" && (act === "price" || act === "discount"));

/** How far these lines are from the shop's prices, in pesewas: what is asked for, and what is compared. */
export const concededMinor = (lines: readonly ApprovedLine[]): number =>
  lines.reduce((sum, line) => sum + concededBy(line), 0);

/** A price above the list price counts as much as one below it. */
const concededBy = ({
  quantity,
  listPriceMinor,
  unitPriceMinor,
  discountMinor,
  perUnit = 1,
}: ApprovedLine): number =>
  Number(
    halfUp(BigInt(Math.abs(listPriceMinor - unitPriceMinor)) * BigInt(quantity), BigInt(perUnit)),
  ) + discountMinor;
