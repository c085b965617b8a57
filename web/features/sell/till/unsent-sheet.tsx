import { UnsentSales, type UnsentRow, useUnsentRows } from "#web/parts/unsent-sales.tsx";
import { Cart } from "#web/state/cart.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Hint } from "#web/ui/form/field.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

import { useSell } from "./use-selling.ts";

export function UnsentSheet({ open }: { open: boolean }) {
  const { sheets, reopenSale, payment } = useSell();
  const currency = useCurrency();
  const { rows, sending } = useUnsentRows();
  const reopen = (row: UnsentRow) => {
    const draft = Cart.safeParse(row.draft);
    // While a sale is being sent its cart is still here, and parking it would sell it twice.
    if (!draft.success || payment.sending) return undefined;
    return () => reopenSale(row.key, draft.data);
  };
  return (
    <Dialog still open={open} title="Unconfirmed sales" onClose={sheets.close}>
      <DialogBody>
        <Hint>
          {rows.length === 0
            ? "All sales are confirmed."
            : "Saved on this device. We keep sending them until they are confirmed; none is recorded twice."}
        </Hint>
        {rows.length > 0 && (
          <UnsentSales rows={rows} sending={sending} currency={currency} reopen={reopen} />
        )}
      </DialogBody>
    </Dialog>
  );
}
