import { useSell } from "#web/features/sell/till/use-selling.ts";
import { type UnsentRow, useUnsentRows } from "#web/parts/unsent-sales.tsx";
import { Cart } from "#web/state/cart.ts";

/** Unconfirmed sales through the register of the server, and the way from a refused one to its cart. */
export function useOldSales() {
  const { reopenSale, payment } = useSell();
  const { rows, sending } = useUnsentRows();
  const reopen = (row: UnsentRow) => {
    const draft = Cart.safeParse(row.draft);
    // While a sale is being sent its cart is still here, and parking it would sell it twice.
    if (!draft.success || payment.sending) return undefined;
    return () => {
      if (!payment.isUnderWay()) reopenSale(row.key, draft.data);
    };
  };
  return { rows, sending, reopen };
}
