import { actsIn, type ApprovedLine, concededMinor, covers } from "#kernel/contract/approval.ts";
import type { Approved, ApprovalRequest } from "#web/lock/approve.ts";
import { type Cart, keyOf, setPrice, sumsOf } from "#web/state/cart.ts";

/** A line whose price the person may not change alone, and the price. */
export type PriceChange = Readonly<{ key: string; unitPriceMinor: number }>;

/** What of a cart is not as the shop's prices say, after the change. Undefined: nothing. */
export function approvalFor(
  entry: string,
  cart: Cart,
  change?: PriceChange,
): ApprovalRequest | undefined {
  const priced = change ? setPrice(cart, change.key, change.unitPriceMinor) : cart;
  const sums = sumsOf(priced)?.lines ?? [];
  const lines = priced.lines.map((line, at): ApprovedLine => {
    const { quantity, perUnit, listPriceMinor, unitPriceMinor } = line;
    const totalMinor = sums[at]?.totalMinor ?? 0;
    return { quantity, perUnit, listPriceMinor, unitPriceMinor, discountMinor: 0, totalMinor };
  });
  const amountMinor = concededMinor(lines);
  const others = priced.lines.filter((line) => line.unitPriceMinor !== line.listPriceMinor);
  const [line] = others.toSorted((a, b) => isNewest(priced, b) - isNewest(priced, a));
  if (amountMinor === 0 || line === undefined) return undefined;
  return {
    entry,
    what: actsIn(lines).has("gift") ? "gift" : "price",
    amount_minor: amountMinor,
    item: { product_id: line.productId, price_minor: line.unitPriceMinor },
  };
}

const isNewest = ({ newest }: Cart, line: Cart["lines"][number]): number =>
  Number(keyOf(line) === newest);

export type Given = Readonly<{ entry: string; approved: Approved }>;

/** An approval is for one sale, up to its amount, until it runs out. */
export const isCovered = (
  { entry, what, amount_minor: amountMinor }: ApprovalRequest,
  given: Given | undefined,
  nowMs: number,
): boolean =>
  given?.entry === entry &&
  given.approved.amountMinor >= amountMinor &&
  given.approved.untilMs > nowMs &&
  covers(given.approved.approval.what, what);
