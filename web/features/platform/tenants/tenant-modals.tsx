import { useState } from "react";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import type { Tenant } from "#web/api/platform.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { useLasting } from "#web/ui/overlay/overlay.tsx";
import { RecordDialog } from "#web/ui/overlay/record-dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { StatusDialog, type StatusChange } from "./status-dialog.tsx";
import { SupportDialog } from "./support-dialog.tsx";
import { TenantFields } from "./tenant-fields.tsx";
import { TenantView } from "./tenant-view.tsx";

/** Sends an invited owner a new link; the old one stops working. */
const useResendInvitation = () =>
  useCommand(
    (id: string, commandKey) =>
      request(`/api/v1/platform/tenants/${encodeURIComponent(id)}/invitation`, WriteResult, {
        method: "POST",
        commandKey,
      }),
    [keys.platform.all],
  );

type TenantDialogProps = {
  /** "new", or the tenant being edited; undefined while closed. */
  subject: "new" | Tenant | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

const TenantDialog = (props: TenantDialogProps) => (
  <RecordDialog {...props} one="tenant">
    {(tenant, parts) => <TenantFields tenant={tenant} {...parts} />}
  </RecordDialog>
);

/** Dialogs kept in the URL, so that Back closes them; confirmations are not. */
export function useTenantModals() {
  const add = useModalParam("add");
  const edit = useModalParam("edit");
  const view = useModalParam("view");
  const [visiting, setVisiting] = useState<Tenant>();
  const [changing, setChanging] = useState<StatusChange>();
  const resend = useResendInvitation();
  const invite = ({ id, email }: Tenant) =>
    resend.mutate(id, {
      onSuccess: () => toasts.show("success", `Invitation sent to ${email ?? "the owner"}`),
      onError: (error) => toasts.show("error", notSavedText(error)),
    });
  return { add, edit, view, visiting, setVisiting, changing, setChanging, invite };
}

/** Keeps the dialog and its input when a refetched list no longer has this tenant. */
function useOpened(tenants: readonly Tenant[], id: string | undefined): Tenant | undefined {
  const last = useLasting(tenants.find((tenant) => tenant.id === id));
  return last?.id === id ? last : undefined;
}

type TenantModalsProps = {
  tenants: readonly Tenant[];
  modals: ReturnType<typeof useTenantModals>;
  onWritten: (id: string) => void;
};

export function TenantModals({ tenants, modals, onWritten }: TenantModalsProps) {
  const { add, edit, view, visiting, setVisiting, changing, setChanging } = modals;
  const edited = useOpened(tenants, edit.value);
  const viewed = useOpened(tenants, view.value);
  const adding = add.value !== undefined;
  const written = (text: string) => (id: string) => {
    toasts.show("success", text);
    onWritten(id);
  };
  return (
    <>
      <TenantDialog
        subject={adding ? "new" : edited}
        onClose={adding ? add.close : edit.close}
        onSaved={written(adding ? "Tenant added and owner invited" : "Tenant updated")}
      />
      <TenantView
        tenant={edit.value === undefined ? viewed : undefined}
        onClose={view.close}
        onEdit={({ id }) => edit.open(id)}
      />
      <StatusDialog
        change={changing}
        onClose={() => setChanging(undefined)}
        onSaved={written("Tenant updated")}
      />
      <SupportDialog tenant={visiting} onClose={() => setVisiting(undefined)} />
    </>
  );
}
