import { useState } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useSave } from "#web/api/use-command.ts";
import { FieldPair } from "#web/ui/form/field.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import { RecordDialog } from "#web/ui/overlay/record-dialog.tsx";

import {
  changeRequest,
  CustomerForm,
  emptyCustomer,
  typedCustomer,
  type TypedCustomer,
} from "./customer-form.ts";

type CustomerDialogProps = {
  /** A customer to edit, "new" to add one, undefined while closed. */
  subject: "new" | CustomerItem | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export const CustomerDialog = (props: CustomerDialogProps) => (
  <RecordDialog {...props} one="customer">
    {(customer, parts) => <CustomerFields customer={customer} {...parts} />}
  </RecordDialog>
);

type SaveCustomer = CustomerForm | NonNullable<ReturnType<typeof changeRequest>>;

const useSaveCustomer = () =>
  useSave<SaveCustomer>("/api/customers.php", [
    keys.customers.all,
    keys.sales.all,
    keys.dashboard.all,
  ]);

type CustomerFieldsProps = {
  customer: CustomerItem | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** `id` is undefined if nothing was changed and so nothing was sent. */
  onSaved: (id: string | undefined) => void;
};

function CustomerFields({ customer: current, onDirty, onCancel, onSaved }: CustomerFieldsProps) {
  // The customer when the form opened, so that others' changes are not reverted.
  const [customer] = useState(current);
  const form = useSchemaForm(
    CustomerForm,
    customer === undefined ? emptyCustomer : typedCustomer(customer),
  );
  const save = useSaveCustomer();
  useReportDirty(form.dirty, onDirty);

  const submit = form.onSubmit((typed) => {
    const json = customer === undefined ? typed : changeRequest(customer, typed);
    if (json === undefined) onSaved(undefined);
    else save.mutate(json, { onSuccess: onSaved });
  });

  return (
    <SaveForm
      action={customer === undefined ? "Add Customer" : "Update Customer"}
      busy={save.isPending}
      problem={save.error === null ? undefined : notSavedText(save.error)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Inputs field={form.field} />
    </SaveForm>
  );
}

type InputsProps = {
  field: ReturnType<typeof useSchemaForm<TypedCustomer, CustomerForm>>["field"];
};

/** Someone else's data: the browser must not suggest the cashier's own. */
function Inputs({ field }: InputsProps) {
  return (
    <>
      <FieldPair>
        <TextField
          label="First Name"
          autoComplete="off"
          enterKeyHint="next"
          {...field("first_name")}
        />
        <TextField
          label="Last Name"
          autoComplete="off"
          enterKeyHint="next"
          {...field("last_name")}
        />
      </FieldPair>
      <TextField
        optional
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="next"
        {...field("email")}
      />
      <TextField
        optional
        label="Phone"
        type="tel"
        autoComplete="off"
        enterKeyHint="next"
        {...field("phone")}
      />
      <TextAreaField optional label="Address" rows={2} autoComplete="off" {...field("address")} />
    </>
  );
}
