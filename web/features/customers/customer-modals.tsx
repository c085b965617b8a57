import { lazy, useState } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { customerName } from "#web/format/names.ts";
import { ConfirmDeletion, useDeletion } from "#web/parts/confirm-deletion.tsx";
import { useCan } from "#web/state/use-session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Overlay } from "#web/ui/overlay/overlay.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { EraseCustomer } from "./erase-customer.tsx";

const makesStale = [keys.customers.all, keys.dashboard.all];

type DeleteCustomerProps = { customer: CustomerItem | undefined; onClose: () => void };

function DeleteCustomer({ customer, onClose }: DeleteCustomerProps) {
  const removal = useDeletion("/api/customers.php", makesStale);
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

const CustomerDialog = lazy(async () => ({
  default: (await import("./customer-dialog.tsx")).CustomerDialog,
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
      <DeleteCustomer customer={deleting} onClose={() => setDeleting(undefined)} />
      <EraseCustomer customer={erasing} onClose={() => setErasing(undefined)} />
      <Overlay open={isImporting}>
        <ImportCustomers open={isImporting} onClose={importing.close} />
      </Overlay>
      <Overlay open={isRestoring}>
        <DeletedCustomers open={isRestoring} onClose={deleted.close} />
      </Overlay>
    </>
  );
}
