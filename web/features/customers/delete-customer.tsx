import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { customerName } from "#web/format/names.ts";
import { ConfirmDeletion, useDeletion } from "#web/parts/confirm-deletion.tsx";
import { restoreItem, useUndo } from "#web/parts/undo/use-undo.ts";

const makesStale = [keys.customers.all, keys.dashboard.all];
/** Sales show the customer again, too. */
const restoringMakesStale = [...makesStale, keys.sales.all];

type DeleteCustomerProps = { customer: CustomerItem | undefined; onClose: () => void };

/** Their sales stay, and a deleted customer can be restored. */
export function DeleteCustomer({ customer, onClose }: DeleteCustomerProps) {
  const removal = useDeletion("/api/customers.php", makesStale);
  const undo = useUndo(restoringMakesStale);
  return (
    <ConfirmDeletion
      item={customer}
      title={(item) => `Delete ${customerName(item)}?`}
      question={texts.customers.confirmDelete}
      deleted={(item) => `${customerName(item)} deleted`}
      undo={(item) =>
        undo({
          what: customerName(item),
          restore: (key) => restoreItem("/api/v1/customers", item.id, key),
        })
      }
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
