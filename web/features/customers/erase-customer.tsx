import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { customerName } from "#web/format/people.ts";
import { ConfirmDeletion } from "#web/parts/confirm-deletion.tsx";

import { useEraseCustomer } from "./use-erase-customer.ts";

type EraseCustomerProps = { customer: CustomerItem | undefined; onClose: () => void };

export function EraseCustomer({ customer, onClose }: EraseCustomerProps) {
  const removal = useEraseCustomer();
  return (
    <ConfirmDeletion
      item={customer}
      title={(item) => `Erase ${customerName(item)} for ever?`}
      question={texts.customers.confirmErase}
      action="Erase for ever"
      deleted={() => "Customer erased"}
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
