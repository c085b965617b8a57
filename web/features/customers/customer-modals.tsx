import { useState } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { useCan } from "#web/api/use-session.ts";
import { toasts } from "#web/ui/toast-store.ts";
import { useModalParam } from "#web/ui/use-modal-param.ts";

import { CustomerDialog } from "./customer-dialog.tsx";
import { DeleteCustomer } from "./delete-customer.tsx";

/** Which dialog is open: by the address, so that Back closes it, except for the question before a delete. */
export function useCustomerModals() {
  const add = useModalParam("add");
  const edit = useModalParam("edit");
  const [deleting, setDeleting] = useState<CustomerItem>();
  return { add, edit, deleting, setDeleting };
}

type CustomerModalsProps = {
  customers: readonly CustomerItem[];
  modals: ReturnType<typeof useCustomerModals>;
  onWritten: (id: string) => void;
};

export function CustomerModals({ customers, modals, onWritten }: CustomerModalsProps) {
  const { add, edit, deleting, setDeleting } = modals;
  const mayWrite = useCan("write-customers");
  const adding = add.value !== undefined;
  const edited = customers.find((customer) => customer.id === edit.value);
  const subject = adding ? "new" : edited;
  return (
    <>
      <CustomerDialog
        subject={mayWrite ? subject : undefined}
        onClose={adding ? add.close : edit.close}
        onSaved={(id) => {
          toasts.show("success", adding ? "Customer added" : "Customer updated");
          onWritten(id);
        }}
      />
      <DeleteCustomer customer={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}
