import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SupportSession, StartSupportRequest } from "#kernel/contract/api/session.ts";
import { request } from "#web/api/http-client.ts";
import type { Tenant } from "#web/api/platform.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { session, VISITOR } from "#web/state/session.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

/** A support session needs a reason, which the owner can read. */
const SupportForm = z.object({ reason: StartSupportRequest.shape.reason });

const StartSupportAnswer = success(SupportSession);

/** Starts a read-only support session in this tab; the super admin's own session is kept. */
const useStartSupport = () =>
  useCommand(async (json: StartSupportRequest, commandKey) => {
    const path = "/api/v1/platform/support-sessions";
    const { data } = await request(path, StartSupportAnswer, { method: "POST", json, commandKey });
    const user = session.get()?.user;
    if (user !== undefined) session.visit({ ...data, user: { ...user, role: VISITOR } });
  }, []);

type SupportDialogProps = { tenant: Tenant | undefined; onClose: () => void };

/** Asks for a reason, then switches this tab to the shop. */
export function SupportDialog({ tenant, onClose }: SupportDialogProps) {
  const shown = useLasting(tenant);
  if (shown === undefined) return undefined;
  return (
    <FormDialog open={tenant !== undefined} title={`View ${shown.name}`} onClose={onClose}>
      {({ onDirty, requestClose, leave }) => (
        <SupportFields tenant={shown} onDirty={onDirty} onCancel={requestClose} onOpened={leave} />
      )}
    </FormDialog>
  );
}

type SupportFieldsProps = {
  tenant: Tenant;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onOpened: () => void;
};

function SupportFields({ tenant, onDirty, onCancel, onOpened }: SupportFieldsProps) {
  const form = useSchemaForm(SupportForm, { reason: "" });
  const start = useStartSupport();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit(({ reason }) =>
    start.mutate({ tenant_id: tenant.id, reason }, { onSuccess: onOpened }),
  );
  return (
    <SaveForm
      action="View shop"
      busy={start.isPending}
      problem={start.error === null ? undefined : notSavedText(start.error)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p>
        You can view the shop for 30 minutes and change nothing. The owner sees when you viewed it
        and your reason.
      </p>
      <TextAreaField label="Reason" rows={2} autoComplete="off" {...form.field("reason")} />
    </SaveForm>
  );
}
