import * as z from "zod/mini";

import { AddCustomerRequest } from "#kernel/contract/api/customer.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useSave } from "#web/api/use-command.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { till } from "#web/till/till.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const { first_name, last_name, phone } = AddCustomerRequest.shape;

const QuickCustomer = z.object({
  first_name,
  last_name,
  phone: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): string | null | undefined => text),
    ),
    phone,
  ),
});

type NewCustomerProps = { wanted: { search: string } | undefined };

/** For a customer whom a search did not find. They are chosen for the sale. */
export function NewCustomerSheet({ wanted }: NewCustomerProps) {
  const { sheets } = useSell();
  return (
    <Dialog still open={wanted !== undefined} title="New customer" onClose={sheets.close}>
      {wanted !== undefined && <QuickAdd search={wanted.search} />}
    </Dialog>
  );
}

/** What was searched for: a number, or first and last name. */
function typedFrom(search: string) {
  if (/^\+?[\d\s()-]+$/.test(search)) return { first_name: "", last_name: "", phone: search };
  const [first = "", ...others] = search.split(/\s+/);
  return { first_name: first, last_name: others.join(" "), phone: "" };
}

function QuickAdd({ search }: { search: string }) {
  const { dispatch, sheets } = useSell();
  const save = useSave<object>("/api/customers.php", [keys.customers.all, keys.dashboard.all]);
  const form = useSchemaForm(QuickCustomer, typedFrom(search));
  const submit = form.onSubmit((customer) =>
    save.mutate(customer, {
      onSuccess: (id) => {
        till.sync();
        const name = `${customer.first_name} ${customer.last_name}`;
        dispatch({ type: "customerChosen", customer: { id, name } });
        sheets.close();
      },
    }),
  );
  return (
    <SaveForm
      action="Save and choose"
      busy={save.isPending}
      problem={save.error === null ? undefined : notSavedText(save.error)}
      onSubmit={submit}
      onCancel={sheets.close}
    >
      <TextField label="First name" autoComplete="off" {...form.field("first_name")} />
      <TextField label="Last name" autoComplete="off" {...form.field("last_name")} />
      <TextField optional label="Phone" type="tel" autoComplete="off" {...form.field("phone")} />
    </SaveForm>
  );
}
