import {
  actsIn,
  allowsOversell,
  type ApprovedLine,
  concededMinor,
  covers,
} from "#kernel/contract/approval.ts";
import { shortOf } from "#web/features/sell/charge/findings.ts";
import type { Approved, ApprovalRequest } from "#web/lock/approve.ts";
import { type Cart, type CartAction, keyOf, reduceCart, sumsOf } from "#web/state/cart.ts";

/** What may make a price or a discount that the person may not give alone. */
export type CartChange = Extract<CartAction, { type: "counted" | "priced" | "discounted" }>;

/** A cart that is to be sold, and the changes that are asked for. */
type SoldCart = Readonly<{
  cart: Cart;
  changes?: readonly CartChange[] | undefined;
  /** Hundredths of a percent: discounts of a line that need no approval. */
  discountLimitBp: number;
}>;

/** What of a cart is not as the shop's prices say, after the changes. Undefined: nothing. */
export function approvalFor(
  entry: string,
  { cart, changes = [], discountLimitBp }: SoldCart,
): ApprovalRequest | undefined {
  const changed = changes.reduce<Cart>(reduceCart, cart);
  const lines = linesOf(changed);
  const acts = actsIn(lines, discountLimitBp);
  const amountMinor = concededMinor(lines);
  if (acts.size === 0 || amountMinor === 0) return undefined;
  const what = (["gift", "price", "discount"] as const).find((act) => acts.has(act)) ?? "price";
  const asked = { entry, what, amount_minor: amountMinor };
  const others = changed.lines.filter((line) => line.unitPriceMinor !== line.listPriceMinor);
  const [line] = others.toSorted((a, b) => isNewest(changed, b) - isNewest(changed, a));
  // With a discount, too, one price does not say what is approved.
  if (line === undefined || acts.has("discount")) return asked;
  return { ...asked, item: { product_id: line.productId, price_minor: line.unitPriceMinor } };
}

/** Whether more is in the cart than in stock, as this device knows it, after the changes. */
export const isShortAfter = (cart: Cart, changes: readonly CartChange[] = []): boolean =>
  shortOf(changes.reduce<Cart>(reduceCart, cart)).length > 0;

/** Whether a discount in the cart is above the limit, after the change. */
export const isAboveLimit = ({ cart, changes = [], discountLimitBp }: SoldCart): boolean =>
  actsIn(linesOf(changes.reduce<Cart>(reduceCart, cart)), discountLimitBp).has("discount");

function linesOf(cart: Cart): readonly ApprovedLine[] {
  const sums = sumsOf(cart)?.lines ?? [];
  return cart.lines.map(({ quantity, perUnit, listPriceMinor, unitPriceMinor }, at) => {
    const { discountMinor = 0, totalMinor = 0 } = sums[at] ?? {};
    return { quantity, perUnit, listPriceMinor, unitPriceMinor, discountMinor, totalMinor };
  });
}

const isNewest = ({ newest }: Cart, line: Cart["lines"][number]): number =>
  Number(keyOf(line) === newest);

export type Given = Readonly<{ entry: string; approved: Approved }>;

/** An approval is for one sale, up to its amount, until it runs out. */
export const isCovered = (
  { entry, what, oversell, amount_minor: amountMinor }: ApprovalRequest,
  given: Given | undefined,
  nowMs: number,
): boolean =>
  given?.entry === entry &&
  given.approved.amountMinor >= amountMinor &&
  given.approved.untilMs > nowMs &&
  isCoveredBy(given.approved.approval, { what, oversell });

type Acts = Pick<ApprovalRequest, "what" | "oversell">;

const isCoveredBy = (approved: Acts, { what, oversell }: Acts): boolean =>
  (what === "oversell" ? allowsOversell(approved) : covers(approved.what, what)) &&
  (oversell !== true || allowsOversell(approved));
