import { useState } from "react";

import type { SaleWritten } from "#kernel/contract/api/sale.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "#web/ui/discard-guard.tsx";

import { NewSaleForm } from "./new-sale-form.tsx";

type NewSaleDialogProps = {
  open: boolean;
  onClose: () => void;
  onSaved: (sale: SaleWritten) => void;
};

export function NewSaleDialog({ open, onClose, onSaved }: NewSaleDialogProps) {
  const [unsaved, setUnsaved] = useState<{ forget: () => void }>();
  const guard = useDiscardGuard(open && unsaved !== undefined, onClose);
  return (
    <>
      <Dialog open={open} title="New Sale" scale="full" onClose={guard.requestClose}>
        <NewSaleForm
          onUnsaved={setUnsaved}
          onSaved={(sale) => {
            guard.leave();
            onSaved(sale);
          }}
        />
      </Dialog>
      <DiscardConfirm
        guard={{
          ...guard,
          leave: () => {
            unsaved?.forget();
            guard.leave();
          },
        }}
        words={{ title: "Discard this sale?", question: "Its items will be lost." }}
      />
    </>
  );
}
