import type { Tenant } from "#web/api/platform.ts";
import { RecordDialog } from "#web/ui/record-dialog.tsx";

import { TenantFields } from "./tenant-fields.tsx";

type TenantDialogProps = {
  /** Adding, or the business that is edited; nothing while closed. */
  subject: "new" | Tenant | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export const TenantDialog = (props: TenantDialogProps) => (
  <RecordDialog {...props} one="tenant">
    {(tenant, parts) => <TenantFields tenant={tenant} {...parts} />}
  </RecordDialog>
);
