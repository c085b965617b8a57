import { useQuery } from "@tanstack/react-query";
import { type Dispatch, useEffect } from "react";

import { productsQuery } from "#web/api/products.ts";
import {
  type SaleAction,
  type SaleDraft,
  totalMinor,
  withCurrent,
} from "#web/features/sales/sale-draft.ts";
import type { CartTax } from "#web/state/cart.ts";

type CurrentOptions = Readonly<{
  draft: SaleDraft;
  tax: CartTax | undefined;
  /** True while the tax is not known, and when the sale is being sent and is no longer changed. */
  frozen: boolean;
  dispatch: Dispatch<SaleAction>;
  /** The total is another one than before. */
  onNewTotal: (isNew: true) => void;
}>;

/**
 * Keeps the lines of a sale with the products as they are now. A sale that was begun earlier knows
 * the taxes and prices of that time, while the server records it with those of now.
 */
export function useCurrentProducts(options: CurrentOptions): void {
  const { draft, tax, frozen, dispatch, onNewTotal } = options;
  const { data: products } = useQuery(productsQuery());
  useEffect(() => {
    if (products === undefined || frozen) return;
    const byId = new Map(products.map((product) => [product.id, product]));
    const productOf = (id: string) => byId.get(id);
    const next = withCurrent(draft, productOf);
    if (next === draft) return;
    dispatch({ type: "refreshed", productOf });
    if (totalMinor(next, tax) !== totalMinor(draft, tax)) onNewTotal(true);
  }, [products, frozen, draft, tax, dispatch, onNewTotal]);
}
