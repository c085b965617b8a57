import { useState } from "react";

import type { Product } from "#web/api/products.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "#web/ui/discard-guard.tsx";
import { useLasting } from "#web/ui/use-lasting.ts";

import { AdjustStockForm } from "./adjust-stock-form.tsx";

type AdjustStockDialogProps = {
  product: Product | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function AdjustStockDialog({ product, onClose, onSaved }: AdjustStockDialogProps) {
  const [dirty, setDirty] = useState(false);
  const guard = useDiscardGuard(product !== undefined && dirty, onClose);
  const shown = useLasting(product);
  return (
    <>
      <Dialog open={product !== undefined} title="Adjust stock" onClose={guard.requestClose}>
        {shown !== undefined && (
          <AdjustStockForm
            product={shown}
            onDirty={setDirty}
            onCancel={guard.requestClose}
            onSaved={() => {
              guard.leave();
              onSaved(shown.id);
            }}
          />
        )}
      </Dialog>
      <DiscardConfirm
        guard={guard}
        words={{ title: "Discard this adjustment?", question: "What you typed will be lost." }}
      />
    </>
  );
}
