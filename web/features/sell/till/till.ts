import { useEffect, useMemo, useReducer } from "react";

import {
  addProduct,
  refresh,
  setPrice,
  setQuantity,
  type Cart,
  type CartCustomer,
  type Sellable,
  itemsOf,
  sumsOf,
  unitsInCart,
} from "#web/state/cart.ts";

import { draftStore } from "./till-memory.ts";

const REMEMBERED = 30;

/** The cart, and what it was before each step that can be undone. */
export type Till = Readonly<{ cart: Cart; past: readonly Cart[] }>;

export const tillOf = (cart: Cart): Till => ({ cart, past: [] });

export type TillAction =
  | { type: "added"; product: Sellable; units: number }
  | { type: "counted"; key: string; quantity: number }
  | { type: "priced"; key: string; unitPriceMinor: number }
  | { type: "customerChosen"; customer: CartCustomer | null }
  | { type: "refreshed"; productOf: (id: string) => Sellable | undefined }
  | { type: "undone" }
  | { type: "taken"; cart: Cart };

export function reduceTill(till: Till, action: TillAction): Till {
  switch (action.type) {
    case "undone":
      return undo(till);
    // What was sold or parked is not to be undone into the next sale.
    case "taken":
      return tillOf(action.cart);
    case "refreshed": {
      const cart = refresh(till.cart, action.productOf);
      return cart === till.cart ? till : { ...till, cart };
    }
    case "added":
    case "counted":
    case "priced":
    case "customerChosen":
      return step(till, change(till.cart, action));
  }
}

type Change = Extract<TillAction, { type: "added" | "counted" | "priced" | "customerChosen" }>;

function change(cart: Cart, action: Change): Cart {
  switch (action.type) {
    case "added":
      return addProduct(cart, action.product, action.units);
    case "counted":
      return setQuantity(cart, action.key, action.quantity);
    case "priced":
      return setPrice(cart, action.key, action.unitPriceMinor);
    case "customerChosen":
      return { ...cart, customer: action.customer };
  }
}

function step(till: Till, cart: Cart): Till {
  if (cart === till.cart) return till;
  return { cart, past: [...till.past.slice(1 - REMEMBERED), till.cart] };
}

function undo({ cart, past }: Till): Till {
  return { cart: past.at(-1) ?? cart, past: past.slice(0, -1) };
}

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
