import type { StockLine } from "#command-api/event-store/append.ts";
import type { Head } from "#command-api/event-store/load.ts";
import type { OversellPolicy } from "#kernel/contract/choices.ts";
import type { SaleLine } from "#kernel/contract/events/sale.ts";
import { type ProductId, StreamId } from "#kernel/contract/ids.ts";

export type Oversell = Readonly<{
  /** The seller said so, and may. */
  isConfirmed: boolean;
  /** The append found less than was loaded: nothing is checked any more. */
  isForced: boolean;
}>;

/** Whether a sale may take what is not there (R24). */
export const mayOversell = (policy: OversellPolicy, { isConfirmed }: Oversell): boolean =>
  policy === "allow" || (policy === "warn" && isConfirmed);

/** Which products are taken without the floor: those that are short, of the stock that was loaded. */
export function shortProducts(
  lines: readonly SaleLine[],
  headOf: (id: ProductId) => Head | undefined,
  { isForced }: Oversell,
): ReadonlySet<ProductId> {
  const sold = quantities(lines);
  return new Set(
    [...sold.keys()].filter((id) => isForced || (headOf(id)?.onHand ?? 0) < (sold.get(id) ?? 0)),
  );
}

/** One line a product: quantities of one product on several lines are checked together (R31). */
export const stockLines = (lines: readonly SaleLine[]): StockLine[] =>
  [...quantities(lines)].map(([productId, quantity]) => ({
    productId: StreamId.parse(productId),
    amount: -quantity,
    floor: !lines.some((line) => line.productId === productId && line.oversold),
  }));

/** What comes back of a sale that is taken back. */
export const stockBack = (lines: readonly SaleLine[]): StockLine[] =>
  [...quantities(lines)].map(([productId, quantity]) => ({
    productId: StreamId.parse(productId),
    amount: quantity,
    floor: true,
  }));

function quantities(lines: readonly SaleLine[]): Map<ProductId, number> {
  const sold = new Map<ProductId, number>();
  for (const { productId, quantity } of lines) {
    sold.set(productId, (sold.get(productId) ?? 0) + quantity);
  }
  return sold;
}
