import { useState } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "#web/ui/discard-guard.tsx";
import { useLasting } from "#web/ui/use-lasting.ts";

import { CustomerFields } from "./customer-fields.tsx";

type CustomerDialogProps = {
  /** Adding, or the customer who is edited; nothing while closed. */
  subject: "new" | CustomerItem | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function CustomerDialog({ subject, onClose, onSaved }: CustomerDialogProps) {
  const [dirty, setDirty] = useState(false);
  const guard = useDiscardGuard(subject !== undefined && dirty, onClose);
  const shown = useLasting(subject);
  const customer = shown === "new" ? undefined : shown;
  return (
    <>
      <Dialog
        open={subject !== undefined}
        title={customer === undefined ? "Add customer" : "Edit customer"}
        onClose={guard.requestClose}
      >
        <CustomerFields
          customer={customer}
          onDirty={setDirty}
          onCancel={guard.requestClose}
          onSaved={(id) => {
            guard.leave();
            if (id !== undefined) onSaved(id);
          }}
        />
      </Dialog>
      <DiscardConfirm
        guard={guard}
        words={{
          title: customer === undefined ? "Discard this customer?" : "Discard your changes?",
          question: "What you typed will be lost.",
        }}
      />
    </>
  );
}
