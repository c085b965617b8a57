import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import type { Product } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ConfirmDeletion, useDeletion } from "#web/parts/confirm-deletion.tsx";
import { restoreItem, useUndo } from "#web/parts/undo/use-undo.ts";

const makesStale = [keys.products.all, keys.dashboard.all];

type DeleteProductProps = { product: Product | undefined; onClose: () => void };

/** Past sales keep its name, and a deleted product can be restored. */
export function DeleteProduct({ product, onClose }: DeleteProductProps) {
  const removal = useDeletion("/api/products.php", makesStale);
  const undo = useUndo(makesStale);
  return (
    <ConfirmDeletion
      item={product}
      title={({ name }) => `Delete ${name}?`}
      question={texts.products.confirmDelete}
      deleted={({ name }) => `${name} deleted`}
      undo={({ id, name }) =>
        undo({ what: name, restore: (key) => restoreItem("/api/v1/products", id, key) })
      }
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
