import { useState } from "react";

import type { SaleResult } from "#kernel/contract/api/sale.ts";
import type { SaleOutcome } from "#web/sync/sale-outbox.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "#web/ui/overlay/discard-guard.tsx";

import { NewSaleForm } from "./new-sale-form.tsx";

type NewSaleDialogProps = {
  open: boolean;
  onClose: () => void;
  onRecorded: (sale: SaleResult) => void;
};

export function NewSaleDialog({ open, onClose, onRecorded }: NewSaleDialogProps) {
  const [unsaved, setUnsaved] = useState<{ forget: () => void }>();
  const guard = useDiscardGuard(open && unsaved !== undefined, onClose);
  return (
    <>
      <Dialog open={open} title="Enter a past sale" scale="full" onClose={guard.requestClose}>
        <NewSaleForm
          onUnsaved={setUnsaved}
          onSaved={(outcome) => {
            guard.leave();
            announce(outcome, onRecorded);
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

/** A sale that the server has not confirmed is not in the list yet. */
function announce(outcome: SaleOutcome, onRecorded: (sale: SaleResult) => void): void {
  if (outcome.state === "kept") {
    toasts.show("blank", KEPT);
    return;
  }
  toasts.show("success", "Sale saved");
  onRecorded(outcome.sale);
}

const KEPT =
  "Saved on this device. We keep sending it until it is confirmed; it won't be recorded twice.";
