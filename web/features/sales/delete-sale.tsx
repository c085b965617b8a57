import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toasts } from "#web/ui/toast-store.ts";
import { useLasting } from "#web/ui/use-lasting.ts";

import { useVoidSale } from "./use-void-sale.ts";

type DeleteSaleProps = { sale: SaleItem | undefined; onClose: () => void };

export function DeleteSale({ sale, onClose }: DeleteSaleProps) {
  const remove = useVoidSale();
  const shown = useLasting(sale);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () => {
    if (sale === undefined) return;
    remove.mutate(sale.id, {
      onSuccess: () => {
        toasts.show("success", "Sale deleted, stock put back");
        onClose();
      },
    });
  };
  return (
    <Confirm
      open={sale !== undefined}
      title={`Delete sale ${shortId(shown?.id ?? "")}?`}
      question={texts.sales.confirmDelete}
      action="Delete"
      busy={remove.isPending}
      done={remove.isSuccess}
      error={remove.error === null ? undefined : notSavedText(remove.error)}
      onConfirm={confirm}
      onCancel={close}
    />
  );
}
