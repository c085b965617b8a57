import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ConfirmDeletion } from "#web/parts/confirm-deletion.tsx";

import { useVoidSale } from "./void-sale.tsx";

type DeleteSaleProps = { sale: SaleItem | undefined; onClose: () => void };

export function DeleteSale({ sale, onClose }: DeleteSaleProps) {
  const removal = useVoidSale();
  return (
    <ConfirmDeletion
      item={sale}
      title={({ id }) => `Delete sale ${shortId(id)}?`}
      question={texts.sales.confirmDelete}
      deleted={() => "Sale deleted, stock put back"}
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
