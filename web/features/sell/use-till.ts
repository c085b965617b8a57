import { useEffect, useMemo, useReducer } from "react";

import { itemsOf, sumsOf, unitsInCart } from "./cart.ts";
import { draftStore } from "./till-memory.ts";
import { reduceTill, tillOf } from "./till.ts";

/** The cart of this person on this device: a reload, or a session that ended, does not lose it. */
export function useTill(owner: string) {
  const [till, dispatch] = useReducer(reduceTill, owner, (of) => tillOf(draftStore.read(of)));
  const { cart, past } = till;
  useEffect(() => draftStore.write(owner, cart), [owner, cart]);
  const sums = useMemo(() => sumsOf(cart), [cart]);
  return {
    dispatch,
    cart,
    isEmpty: cart.lines.length === 0,
    /** What one undo leads back to. */
    before: past.at(-1),
    itemCount: itemsOf(cart),
    units: useMemo(() => unitsInCart(cart), [cart]),
    /** Undefined where it is more than a sale may come to. */
    totalMinor: sums?.totalMinor,
    lineMinor: (index: number) => sums?.lines[index]?.totalMinor,
  };
}

export type TillState = ReturnType<typeof useTill>;
