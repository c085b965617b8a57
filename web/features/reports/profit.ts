import { type Currency, formatMoney, minorOf } from "#kernel/contract/money.ts";

type Profit = Readonly<{
  revenue: number;
  /** The part of `revenue` that is of products without a cost price. */
  uncosted?: number;
  profit: number | null;
}>;

/**
 * "profit GH₵7.50 (21 %)", of the sales whose cost is known. Null: no product has a cost price.
 */
export function profitText(
  { revenue, uncosted = 0, profit }: Profit,
  currency: Currency,
): string | undefined {
  if (profit === null) return undefined;
  const [gained, sold] = [minorOf(profit), minorOf(revenue) - minorOf(uncosted)];
  const share = sold === 0 ? "" : ` (${Math.round((gained * 100) / sold)} %)`;
  const left = uncosted === 0 ? "" : `, ${formatMoney(minorOf(uncosted), currency)} without a cost`;
  return `profit ${formatMoney(gained, currency)}${share}${left}`;
}

/** In pesewas. Undefined: there is no figure. */
export const profitMinor = ({ profit }: Pick<Profit, "profit">): number | undefined =>
  profit === null ? undefined : minorOf(profit);

export const HOW_PROFIT_IS_COUNTED =
  "Profit is sales less today's cost prices. Tax is not taken off.";
