import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ImportDialog, useImport } from "#web/parts/import-dialog.tsx";

const NEEDED = ["first_name", "last_name"];
const OPTIONAL = ["email", "phone", "address"];

const SAMPLE = ['Ama,Mensah,ama@example.com,0244123456,"12 Oxford Street, Osu"', "Kofi,Asante,,,"];

export function ImportCustomers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useImport("/api/v1/customers/import", [keys.customers.all, keys.dashboard.all]);
  const error = commands.save.error ?? commands.check.error;
  return (
    <ImportDialog
      {...commands}
      open={open}
      one="customer"
      needed={NEEDED}
      optional={OPTIONAL}
      sample={SAMPLE}
      problem={error === null ? undefined : notSavedText(error)}
      onClose={onClose}
    />
  );
}
