import { lazy, useState } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { useCan } from "#web/state/use-session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Overlay } from "#web/ui/overlay/overlay.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

const CustomerDialog = lazy(async () => ({
  default: (await import("./customer-dialog.tsx")).CustomerDialog,
}));
const DeleteCustomer = lazy(async () => ({
  default: (await import("./delete-customer.tsx")).DeleteCustomer,
}));
const EraseCustomer = lazy(async () => ({
  default: (await import("./erase-customer.tsx")).EraseCustomer,
}));
const ImportCustomers = lazy(async () => ({
  default: (await import("./import-customers.tsx")).ImportCustomers,
}));
const DeletedCustomers = lazy(async () => ({
  default: (await import("./deleted-customers.tsx")).DeletedCustomers,
}));

/** The URL opens the dialogs, so that Back closes them. Delete confirmations are not in the URL. */
export function useCustomerModals() {
  const add = useModalParam("add");
  const edit = useModalParam("edit");
  const importing = useModalParam("import");
  const deleted = useModalParam("deleted");
  const [deleting, setDeleting] = useState<CustomerItem>();
  const [erasing, setErasing] = useState<CustomerItem>();
  return { add, edit, importing, deleted, deleting, setDeleting, erasing, setErasing };
}

export type CustomerModalsState = ReturnType<typeof useCustomerModals>;

type CustomerModalsProps = {
  customers: readonly CustomerItem[];
  modals: CustomerModalsState;
  onWritten: (id: string) => void;
};

export function CustomerModals({ customers, modals, onWritten }: CustomerModalsProps) {
  const { add, edit, importing, deleted, deleting, setDeleting, erasing, setErasing } = modals;
  const mayWrite = useCan("write-customers");
  const isImporting = mayWrite && importing.value !== undefined;
  const isRestoring = useCan("archive-customers") && deleted.value !== undefined;
  const adding = add.value !== undefined;
  const edited = customers.find((customer) => customer.id === edit.value);
  const subject = mayWrite ? (adding ? "new" : edited) : undefined;
  return (
    <>
      <Overlay open={subject !== undefined}>
        <CustomerDialog
          subject={subject}
          onClose={adding ? add.close : edit.close}
          onSaved={(id) => {
            toasts.show("success", adding ? "Customer added" : "Customer updated");
            onWritten(id);
          }}
        />
      </Overlay>
      <Overlay open={deleting !== undefined}>
        <DeleteCustomer customer={deleting} onClose={() => setDeleting(undefined)} />
      </Overlay>
      <Overlay open={erasing !== undefined}>
        <EraseCustomer customer={erasing} onClose={() => setErasing(undefined)} />
      </Overlay>
      <Overlay open={isImporting}>
        <ImportCustomers open={isImporting} onClose={importing.close} />
      </Overlay>
      <Overlay open={isRestoring}>
        <DeletedCustomers open={isRestoring} onClose={deleted.close} />
      </Overlay>
    </>
  );
}
