import { useCallback, useMemo, useReducer } from "react";

import type { CartSums } from "#kernel/contract/cart.ts";
import { emptyCart, itemsOf, reduceCart, refresh, sumsOf, unitsInCart } from "#web/state/cart.ts";
import type { Cart, CartAction, Sellable } from "#web/state/cart.ts";
import { newEntryId } from "#web/till/entry-id.ts";

import { openCart, useCartStoring } from "./stored-cart.ts";

const MAX_UNDO_STEPS = 30;

/** The cart, its id, and its earlier states for undo. */
export type Till = Readonly<{ id: string; cart: Cart; past: readonly Cart[] }>;

export const tillOf = (cart: Cart, id: string): Till => ({ id, cart, past: [] });

export type TillAction =
  | CartAction
  | { type: "refreshed"; productOf: (id: string) => Sellable | undefined }
  | { type: "undone" }
  | { type: "replaced"; id: string; cart: Cart };

/** The next sale begins. Its id is one that an entry of a till may have. */
export const cleared = (): TillAction => ({
  type: "replaced",
  id: newEntryId(),
  cart: emptyCart,
});

export function reduceTill(till: Till, action: TillAction): Till {
  switch (action.type) {
    case "undone":
      return undo(till);
    // Undo must not bring a sold or parked cart into the next sale.
    case "replaced":
      return tillOf(action.cart, action.id);
    case "refreshed": {
      const cart = refresh(till.cart, action.productOf);
      return cart === till.cart ? till : { ...till, cart };
    }
    case "added":
    case "counted":
    case "priced":
    case "discounted":
    case "customerChosen":
    case "noted":
    case "emptied":
      return step(till, reduceCart(till.cart, action));
    // Money in the drawer is not undone by a key.
    case "taken":
      return { ...till, cart: reduceCart(till.cart, action) };
  }
}

function step(till: Till, changed: Cart): Till {
  if (changed === till.cart) return till;
  const { taken: _, ...untaken } = changed;
  // What was taken for an emptied cart is given back, and its discount was for what was in it.
  const cart = changed.lines.length === 0 ? { ...untaken, discount: undefined } : changed;
  return { ...till, cart, past: [...till.past.slice(1 - MAX_UNDO_STEPS), till.cart] };
}

function undo({ id, cart, past }: Till): Till {
  const before = past.at(-1) ?? cart;
  const { taken } = cart.lines.length === 0 ? before : cart;
  return { id, cart: { ...before, taken }, past: past.slice(0, -1) };
}

/** The cart on the counter, which the next person goes on with, or a new one. */
function openTill(owner: string): Till {
  const open = openCart(owner);
  return tillOf(open?.cart ?? emptyCart, open?.id ?? newEntryId());
}

/** Stored on this device: a reload or a session that ends does not lose the cart. */
export function useTill(owner: string) {
  const [till, dispatch] = useReducer(reduceTill, owner, openTill);
  const { id, cart, past } = till;
  const onChanged = useCallback(
    (next: Cart) => dispatch({ type: "replaced", id, cart: next }),
    [id],
  );
  const storing = useCartStoring({ owner, id, cart, onChanged });
  const sums = useMemo(() => sumsOf(cart), [cart]);
  const alone = useMemo(() => linesAlone(cart, sums), [cart, sums]);
  return {
    dispatch,
    id,
    cart,
    ...storing,
    /** Another tab paid, parked or emptied this cart. */
    isGone: storing.goneId === id,
    isEmpty: cart.lines.length === 0,
    /** The cart that one undo restores. */
    before: past.at(-1),
    itemCount: itemsOf(cart),
    units: useMemo(() => unitsInCart(cart), [cart]),
    /** Undefined above the largest total a sale may have. */
    totalMinor: sums?.totalMinor,
    /** Without the cart's own discount, which is shown by itself. */
    lineMinor: (index: number) => alone?.lines[index]?.totalMinor,
    /** What the cart's own discount comes to. */
    offMinor: (alone?.totalMinor ?? 0) - (sums?.totalMinor ?? 0),
  };
}

function linesAlone(cart: Cart, sums: CartSums | undefined): CartSums | undefined {
  return cart.discount === undefined ? sums : sumsOf({ ...cart, discount: undefined });
}

export type TillState = ReturnType<typeof useTill>;
