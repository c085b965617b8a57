import { useEffect, useMemo, useReducer } from "react";

import { itemsOf, reduceCart, refresh, sumsOf, unitsInCart } from "#web/state/cart.ts";
import type { Cart, CartAction, Sellable } from "#web/state/cart.ts";

import { draftStore } from "./till-memory.ts";

const MAX_UNDO_STEPS = 30;

/** The cart, and its earlier states for undo. */
export type Till = Readonly<{ cart: Cart; past: readonly Cart[] }>;

export const tillOf = (cart: Cart): Till => ({ cart, past: [] });

export type TillAction =
  | CartAction
  | { type: "refreshed"; productOf: (id: string) => Sellable | undefined }
  | { type: "undone" }
  | { type: "replaced"; cart: Cart };

export function reduceTill(till: Till, action: TillAction): Till {
  switch (action.type) {
    case "undone":
      return undo(till);
    // Undo must not bring a sold or parked cart into the next sale.
    case "replaced":
      return tillOf(action.cart);
    case "refreshed": {
      const cart = refresh(till.cart, action.productOf);
      return cart === till.cart ? till : { ...till, cart };
    }
    case "added":
    case "counted":
    case "priced":
    case "customerChosen":
      return step(till, reduceCart(till.cart, action));
  }
}

function step(till: Till, cart: Cart): Till {
  if (cart === till.cart) return till;
  return { cart, past: [...till.past.slice(1 - MAX_UNDO_STEPS), till.cart] };
}

function undo({ cart, past }: Till): Till {
  return { cart: past.at(-1) ?? cart, past: past.slice(0, -1) };
}

/** Stored per person on this device: a reload or a session that ends does not lose the cart. */
export function useTill(owner: string) {
  const [till, dispatch] = useReducer(reduceTill, owner, (of) => tillOf(draftStore.read(of)));
  const { cart, past } = till;
  useEffect(() => draftStore.write(owner, cart), [owner, cart]);
  const sums = useMemo(() => sumsOf(cart), [cart]);
  return {
    dispatch,
    cart,
    isEmpty: cart.lines.length === 0,
    /** The cart that one undo restores. */
    before: past.at(-1),
    itemCount: itemsOf(cart),
    units: useMemo(() => unitsInCart(cart), [cart]),
    /** Undefined above the largest total a sale may have. */
    totalMinor: sums?.totalMinor,
    lineMinor: (index: number) => sums?.lines[index]?.totalMinor,
  };
}

export type TillState = ReturnType<typeof useTill>;
