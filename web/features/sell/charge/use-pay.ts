import type { QueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { keys } from "#web/api/keys.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import type { Paid } from "#web/features/sell/till/stage.ts";
import type { TillState } from "#web/features/sell/till/till.ts";
import { itemsOf, sumsOf } from "#web/state/cart.ts";
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

type PayOptions = { till: TillState; onPaid: (paid: Paid) => void };

/**
 * Makes the stored cart a sale, and sends it. A cart that stayed there would be offered for a second
 * sale if the page closed before the answer.
 */
export function usePay({ till: { cart, release, hold }, onPaid }: PayOptions) {
  const released = useRef<ReturnType<typeof release>>(undefined);
  const { record, ...state } = useRecordSale({
    onRefused: () => {
      const { row, isStored } = released.current ?? {};
      if (row && isStored) hold(row);
    },
    afterwards: afterSale,
  });
  const pay = (parts: readonly Tender[], confirmOversell: boolean) => {
    const totalMinor = sumsOf(cart)?.totalMinor;
    if (totalMinor === undefined) return;
    const body = saleBody(cart, parts, confirmOversell);
    released.current = release();
    const sale = {
      body,
      itemCount: itemsOf(cart),
      totalMinor,
      draft: cart,
      from: released.current,
    };
    record(sale, (outcome) => onPaid({ outcome, cart, totalMinor, parts }));
  };
  return { pay, ...state };
}
