import { useState } from "react";

import type { SaleOutcome } from "#web/sync/sale-outbox.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "#web/ui/overlay/discard-guard.tsx";

import { NewSaleForm } from "./new-sale-form.tsx";

type NewSaleDialogProps = {
  open: boolean;
  onClose: () => void;
  onSaved: (outcome: SaleOutcome) => void;
};

export function NewSaleDialog({ open, onClose, onSaved }: NewSaleDialogProps) {
  const [unsaved, setUnsaved] = useState<{ forget: () => void }>();
  const guard = useDiscardGuard(open && unsaved !== undefined, onClose);
  return (
    <>
      <Dialog open={open} title="Enter a past sale" scale="full" onClose={guard.requestClose}>
        <NewSaleForm
          onUnsaved={setUnsaved}
          onSaved={(outcome) => {
            guard.leave();
            onSaved(outcome);
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
