import { useEffect } from "react";

import type { Product } from "#web/api/products.ts";

import { refresh, sumsOf } from "./cart.ts";
import type { Catalogue } from "./catalogue.ts";
import type { TillState } from "./use-till.ts";

type FreshPrices = Pick<TillState, "cart" | "dispatch"> & {
  catalogue: Catalogue | undefined;
  /** What the customer was told is not changed under them. */
  frozen: boolean;
  say: (text: string) => void;
};

/** A cart that was begun earlier is charged by the prices of now, and says so. */
export function useFreshPrices({ catalogue, cart, frozen, dispatch, say }: FreshPrices): void {
  useEffect(() => {
    if (catalogue === undefined || frozen) return;
    const productOf = (id: string): Product | undefined => catalogue.byId.get(id);
    const next = refresh(cart, productOf);
    if (next === cart) return;
    dispatch({ type: "refreshed", productOf });
    if (sumsOf(next)?.totalMinor !== sumsOf(cart)?.totalMinor) {
      say("Prices have changed since: the cart was brought up to date.");
    }
  }, [catalogue, cart, frozen, dispatch, say]);
}
