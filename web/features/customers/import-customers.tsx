import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ImportDialog, useImport } from "#web/parts/import-dialog.tsx";

const NEEDED = ["first_name", "last_name"];
const OPTIONAL = ["email", "phone", "address"];

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
      problem={error === null ? undefined : notSavedText(error)}
      onClose={onClose}
    />
  );
}
