import type { QueryClient } from "@tanstack/react-query";

import { keys } from "#web/api/keys.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import type { Paid } from "#web/features/sell/till/stage.ts";
import { draftStore } from "#web/features/sell/till/till-memory.ts";
import { emptyCart, itemsOf, sumsOf } from "#web/state/cart.ts";
import type { Cart } from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";
import type { Tender } from "#web/state/sale-body.ts";
import { useRecordSale } from "#web/sync/use-sale-outbox.ts";

/** Other screens refetch their data; the sell screen fetches only the products that changed. */
function afterSale(queryClient: QueryClient): void {
  for (const queryKey of [keys.sales.all, keys.dashboard.all, keys.customers.all]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  refreshProducts(queryClient).catch(() => undefined);
}

type PayOptions = { owner: string; cart: Cart; onPaid: (paid: Paid) => void };

/**
 * Sends the sale and empties the stored cart. A cart that stayed there would be offered for a
 * second sale if the page closed before the answer.
 */
export function usePay({ owner, cart, onPaid }: PayOptions) {
  const { record, ...state } = useRecordSale({
    onSent: () => draftStore.write(owner, emptyCart),
    onRefused: () => draftStore.write(owner, cart),
    afterwards: afterSale,
  });
  const pay = (parts: readonly Tender[], confirmOversell: boolean) => {
    const totalMinor = sumsOf(cart)?.totalMinor;
    if (totalMinor === undefined) return;
    const body = saleBody(cart, parts, confirmOversell);
    record({ body, itemCount: itemsOf(cart), totalMinor, draft: cart }, (outcome) =>
      onPaid({ outcome, cart, totalMinor, parts }),
    );
  };
  return { pay, ...state };
}
