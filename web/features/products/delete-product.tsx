import { texts } from "#kernel/contract/texts.ts";
import type { Product } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toasts } from "#web/ui/toast-store.ts";
import { useLasting } from "#web/ui/use-lasting.ts";

import { useDeleteProduct } from "./use-delete-product.ts";

type DeleteProductProps = { product: Product | undefined; onClose: () => void };

export function DeleteProduct({ product, onClose }: DeleteProductProps) {
  const remove = useDeleteProduct();
  const shown = useLasting(product);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () => {
    if (product === undefined) return;
    remove.mutate(product.id, {
      onSuccess: () => {
        toasts.show("success", `${product.name} deleted`);
        onClose();
      },
    });
  };
  return (
    <Confirm
      open={product !== undefined}
      title={`Delete ${shown?.name ?? ""}?`}
      question={texts.products.confirmDelete}
      action="Delete"
      busy={remove.isPending}
      done={remove.isSuccess}
      error={remove.error === null ? undefined : notSavedText(remove.error)}
      onConfirm={confirm}
      onCancel={close}
    />
  );
}
