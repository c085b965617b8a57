import { useOldSales } from "#web/features/sell/sync/use-old-sales.ts";
import { UnsentSales } from "#web/parts/unsent-sales.tsx";
import { useCurrency } from "#web/state/use-session.ts";
import { Hint } from "#web/ui/form/field.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

import { useSell } from "./use-selling.ts";

export function UnsentSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  const currency = useCurrency();
  const { rows, sending, reopen } = useOldSales();
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
