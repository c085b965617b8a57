import type { Tenant } from "#web/api/platform.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useLasting } from "#web/ui/use-lasting.ts";

import { TenantFields } from "./tenant-fields.tsx";

type TenantDialogProps = {
  /** Adding, or the business that is edited; nothing while closed. */
  subject: "new" | Tenant | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function TenantDialog({ subject, onClose, onSaved }: TenantDialogProps) {
  const shown = useLasting(subject);
  const tenant = shown === "new" ? undefined : shown;
  return (
    <FormDialog
      open={subject !== undefined}
      title={tenant === undefined ? "Add tenant" : "Edit tenant"}
      onClose={onClose}
    >
      {({ onDirty, requestClose, leave }) => (
        <TenantFields
          tenant={tenant}
          onDirty={onDirty}
          onCancel={requestClose}
          onSaved={(id) => {
            leave();
            if (id !== undefined) onSaved(id);
          }}
        />
      )}
    </FormDialog>
  );
}
