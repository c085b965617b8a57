import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useReducer } from "react";

import type { CartSums } from "#kernel/contract/cart.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { dataOf, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import { emptyCart, itemsOf, reduceCart, refresh, sumsOf, unitsInCart } from "#web/state/cart.ts";
import type { Cart, CartAction, CartTax, Sellable } from "#web/state/cart.ts";
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
  const tax = useCartTax();
  const sums = useMemo(() => sumsOf(cart), [cart]);
  const totalMinor = useMemo(() => sumsOf(cart, tax)?.totalMinor, [cart, tax]);
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
    totalMinor,
    tax,
    /** The tax that is not in the prices. */
    addedMinor: (totalMinor ?? 0) - (sums?.totalMinor ?? 0),
    /** Without the cart's own discount, which is shown by itself. */
    lineMinor: (index: number) => alone?.lines[index]?.totalMinor,
    /** What the cart's own discount comes to. */
    offMinor: (alone?.totalMinor ?? 0) - (sums?.totalMinor ?? 0),
  };
}

function linesAlone(cart: Cart, sums: CartSums | undefined): CartSums | undefined {
  return cart.discount === undefined ? sums : sumsOf({ ...cart, discount: undefined });
}

/** What is not added to the prices is inside them, and changes no sum of a cart. */
const INSIDE: CartTax = { taxRateBp: 0 };

/**
 * The tax to add to the prices of a cart: as this till knows it, or else as the server says. Its rate
 * is 0 if the prices include it.
 */
function useCartTax(): CartTax {
  const now = useOwnTill();
  const own = dataOf(now)?.settings;
  const { data } = useQuery({ ...settingsQuery(), enabled: now.isReady && own === undefined });
  const served = data?.business;
  const taxMode = own === undefined ? served?.tax_mode : own.taxMode;
  const taxRateBp = own === undefined ? minorOf(served?.tax_rate ?? 0) : own.taxRateBp;
  return useMemo(
    () => (taxMode === "exclusive" ? { taxRateBp, taxMode } : INSIDE),
    [taxMode, taxRateBp],
  );
}

export type TillState = ReturnType<typeof useTill>;
