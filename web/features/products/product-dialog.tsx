import { useState } from "react";

import type { Product } from "#web/api/products.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "#web/ui/discard-guard.tsx";
import { useLasting } from "#web/ui/use-lasting.ts";

import { ProductFields } from "./product-fields.tsx";

type ProductDialogProps = {
  /** Adding, or the product that is edited; nothing while closed. */
  subject: "new" | Product | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function ProductDialog({ subject, onClose, onSaved }: ProductDialogProps) {
  const [dirty, setDirty] = useState(false);
  const guard = useDiscardGuard(subject !== undefined && dirty, onClose);
  const shown = useLasting(subject);
  const product = shown === "new" ? undefined : shown;
  return (
    <>
      <Dialog
        open={subject !== undefined}
        title={product === undefined ? "Add product" : "Edit product"}
        onClose={guard.requestClose}
      >
        <ProductFields
          product={product}
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
          title: product === undefined ? "Discard this product?" : "Discard your changes?",
          question: "What you typed will be lost.",
        }}
      />
    </>
  );
}
