import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { customerName } from "#web/api/people.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ConfirmDeletion } from "#web/ui/confirm-deletion.tsx";

import { useDeleteCustomer } from "./use-delete-customer.ts";

type DeleteCustomerProps = { customer: CustomerItem | undefined; onClose: () => void };

export function DeleteCustomer({ customer, onClose }: DeleteCustomerProps) {
  const removal = useDeleteCustomer();
  return (
    <ConfirmDeletion
      item={customer}
      title={(item) => `Delete ${customerName(item)}?`}
      question={texts.customers.confirmDelete}
      deleted={(item) => `${customerName(item)} deleted`}
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
