import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { RecordDialog } from "#web/ui/overlay/record-dialog.tsx";

import { CustomerFields } from "./customer-fields.tsx";

type CustomerDialogProps = {
  /** Adding, or the customer who is edited; nothing while closed. */
  subject: "new" | CustomerItem | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export const CustomerDialog = (props: CustomerDialogProps) => (
  <RecordDialog {...props} one="customer">
    {(customer, parts) => <CustomerFields customer={customer} {...parts} />}
  </RecordDialog>
);
