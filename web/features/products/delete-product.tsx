import { texts } from "#kernel/contract/texts.ts";
import type { Product } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ConfirmDeletion } from "#web/ui/confirm-deletion.tsx";

import { useDeleteProduct } from "./use-delete-product.ts";

type DeleteProductProps = { product: Product | undefined; onClose: () => void };

export function DeleteProduct({ product, onClose }: DeleteProductProps) {
  const removal = useDeleteProduct();
  return (
    <ConfirmDeletion
      item={product}
      title={({ name }) => `Delete ${name}?`}
      question={texts.products.confirmDelete}
      deleted={({ name }) => `${name} deleted`}
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
