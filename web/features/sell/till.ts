import { addProduct, refresh, setPrice, setQuantity } from "./cart.ts";
import type { Cart, CartCustomer, Sellable } from "./cart.ts";

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
