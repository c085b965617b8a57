import type { Tenant } from "#web/api/platform.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { FormDialog, useReportDirty } from "#web/ui/form-dialog.tsx";
import { SaveForm } from "#web/ui/save-form.tsx";
import { TextAreaField } from "#web/ui/text-field.tsx";
import { useLasting } from "#web/ui/use-lasting.ts";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import { SupportForm } from "./tenant-form.ts";
import { useStartSupport } from "./use-start-support.ts";

type SupportDialogProps = { tenant: Tenant | undefined; onClose: () => void };

/** Asks why, before a shop is opened; the platform's page then gives way to the shop's. */
export function SupportDialog({ tenant, onClose }: SupportDialogProps) {
  const shown = useLasting(tenant);
  if (shown === undefined) return undefined;
  return (
    <FormDialog open={tenant !== undefined} title={`Look into ${shown.name}`} onClose={onClose}>
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
      action="Look inside"
      busy={start.isPending}
      problem={start.error === null ? undefined : notSavedText(start.error)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p>
        You see the shop for 30 minutes and can change nothing. Its owner sees when you looked, and
        the reason you give.
      </p>
      <TextAreaField label="Reason" rows={2} autoComplete="off" {...form.field("reason")} />
    </SaveForm>
  );
}
