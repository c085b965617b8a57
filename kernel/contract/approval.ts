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

/**
 * What of these lines is not as the shop's prices say. A discount up to the limit, in hundredths of a
 * percent, is none: everyone who sells may give it.
 */
export function actsIn(
  lines: readonly ApprovedLine[],
  discountLimitBp: number,
): ReadonlySet<ApprovedAct> {
  return new Set(lines.flatMap((line) => actsOf(line, discountLimitBp)));
}

function actsOf(line: ApprovedLine, discountLimitBp: number): ApprovedAct[] {
  const { listPriceMinor, unitPriceMinor, totalMinor } = line;
  return [
    ...(unitPriceMinor === listPriceMinor ? [] : (["price"] as const)),
    ...(isWithinLimit(line, discountLimitBp) ? [] : (["discount"] as const)),
    ...(totalMinor === 0 && listPriceMinor > 0 ? (["gift"] as const) : []),
  ];
}

const ALL_BP = 10_000n;

/** The share of a cart's discount that falls to a line is rounded up by less than a pesewa. */
export const isWithinLimit = (
  { quantity, unitPriceMinor, discountMinor, perUnit = 1 }: DiscountedLine,
  discountLimitBp: number,
): boolean =>
  BigInt(discountMinor) * ALL_BP <
  grossOf(unitPriceMinor, quantity, perUnit) * BigInt(discountLimitBp) + ALL_BP;

type DiscountedLine = Pick<
  ApprovedLine,
  "quantity" | "unitPriceMinor" | "discountMinor" | "perUnit"
>;

const grossOf = (priceMinor: number, quantity: number, perUnit: number): bigint =>
  halfUp(BigInt(priceMinor) * BigInt(quantity), BigInt(perUnit));

/**
 * Approval of a gift also covers the price or discount that makes it one, and approval of another price
 * also covers a discount: both say how far the sale may be from the shop's prices.
 */
export const covers = (approved: ApprovedAct, act: ApprovedAct): boolean =>
  approved === act ||
  (approved === "gift" && (act === "price" || act === "discount")) ||
  (approved === "price" && act === "discount");

/** Whether an approval allows a sale above the stock: for that alone, or beside its other act. */
export const allowsOversell = ({ what, oversell }: ApprovedActs): boolean =>
  what === "oversell" || oversell === true;

type ApprovedActs = Readonly<{ what: ApprovedAct; oversell?: boolean | undefined }>;

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
  Number(grossOf(Math.abs(listPriceMinor - unitPriceMinor), quantity, perUnit)) + discountMinor;
