import type { Dispatch } from "react";

import { emptyCart } from "./cart.ts";
import type { Cart } from "./cart.ts";
import { parkedStore } from "./till-memory.ts";
import type { TillAction } from "./till.ts";
import { useStored } from "./use-stored.ts";

/** Carts put aside on this device; taking one up puts the present one aside, so that neither is lost. */
export function useParked(owner: string, cart: Cart, dispatch: Dispatch<TillAction>) {
  const [parked, keep] = useStored(parkedStore, owner);
  const withPresent = () =>
    cart.lines.length === 0
      ? parked
      : [{ id: crypto.randomUUID(), parkedMs: Date.now(), cart }, ...parked];

  const park = () => {
    keep(withPresent());
    dispatch({ type: "taken", cart: emptyCart });
  };
  const recall = (id: string) => {
    const wanted = parked.find((each) => each.id === id);
    if (wanted === undefined) return;
    keep(withPresent().filter((each) => each !== wanted));
    dispatch({ type: "taken", cart: wanted.cart });
  };
  const discard = (id: string) => keep(parked.filter((each) => each.id !== id));
  return { parked, park, recall, discard };
}
