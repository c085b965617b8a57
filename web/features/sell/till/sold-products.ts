import type { Cart, CartLine } from "#web/state/cart.ts";

import { soldStore } from "./till-memory.ts";

const MOST_KEPT = 200;
const MOST_SHOWN = 24;
/** All counts are halved then, so that what sold last year makes room. */
const LARGEST = 1_000;

type Counts = Readonly<Record<string, number>>;

const byCount = ([, one]: readonly [string, number], [, other]: readonly [string, number]) =>
  other - one;

/** Each product counts once for a sale, however much of it was sold. Open amounts are no products. */
export function withSold(
  before: Counts,
  { lines }: Readonly<{ lines: readonly Pick<CartLine, "productId" | "open">[] }>,
): Counts {
  const counts = new Map(Object.entries(before));
  const ids = new Set(lines.flatMap(({ productId, open }) => (open === true ? [] : productId)));
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const isFull = [...counts.values()].some((count) => count > LARGEST);
  const kept = Array.from(counts, ([id, count]) => [id, isFull ? count >> 1 : count] as const);
  const some = kept.filter(([, count]) => count > 0).toSorted(byCount);
  return Object.fromEntries(some.slice(0, MOST_KEPT));
}

/** The products that this device has sold most often, the most frequent first. */
export const soldMost = (shop: string): readonly string[] =>
  Object.entries(soldStore.read(shop))
    .toSorted(byCount)
    .slice(0, MOST_SHOWN)
    .map(([id]) => id);

/** Longer than the drawing of a receipt, which this must not delay. */
const LATER_MS = 500;

export const noteSold = (shop: string, cart: Cart): void =>
  void setTimeout(() => soldStore.write(shop, withSold(soldStore.read(shop), cart)), LATER_MS);
