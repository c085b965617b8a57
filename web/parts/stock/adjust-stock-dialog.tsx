import type { Product } from "#web/api/products.ts";
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { AdjustStockForm } from "./adjust-stock-form.tsx";

type AdjustStockDialogProps = {
  product: Product | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function AdjustStockDialog({ product, onClose, onSaved }: AdjustStockDialogProps) {
  const shown = useLasting(product);
  return (
    <FormDialog
      open={product !== undefined}
      title="Adjust stock"
      discard="Discard this adjustment?"
      onClose={onClose}
    >
      {({ onDirty, requestClose, leave }) =>
        shown !== undefined && (
          <AdjustStockForm
            product={shown}
            onDirty={onDirty}
            onCancel={requestClose}
            onSaved={() => {
              leave();
              onSaved(shown.id);
            }}
          />
        )
      }
    </FormDialog>
  );
}
