import * as z from "zod/mini";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { customerName } from "#web/format/names.ts";
import { ConfirmDeletion } from "#web/parts/confirm-deletion.tsx";

const Done = z.object({ success: z.literal(true) });

/** Makes the customer's personal data permanently unreadable. */
const useEraseCustomer = () =>
  useCommand(
    ({ id }: { id: string }, commandKey) =>
      request(`/api/v1/customers/${encodeURIComponent(id)}/erase`, Done, {
        method: "POST",
        commandKey,
      }),
    [keys.customers.all, keys.sales.all, keys.dashboard.all],
  );

type EraseCustomerProps = { customer: CustomerItem | undefined; onClose: () => void };

export function EraseCustomer({ customer, onClose }: EraseCustomerProps) {
  const removal = useEraseCustomer();
  return (
    <ConfirmDeletion
      item={customer}
      title={(item) => `Erase ${customerName(item)} permanently?`}
      question={texts.customers.confirmErase}
      action="Erase permanently"
      deleted={() => "Customer erased"}
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
