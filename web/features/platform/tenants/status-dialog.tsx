import type { TenantStatus } from "#kernel/contract/choices.ts";
import type { Tenant } from "#web/api/platform.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { useSaveTenant } from "./tenant-fields.tsx";
import { STATUS_HINTS, ReasonForm } from "./tenant-form.ts";
import { NotSaved } from "./tenant-inputs.tsx";

export type StatusChange = Readonly<{ tenant: Tenant; to: TenantStatus }>;

/** Button text for a change to this status. */
export const statusAction = (from: TenantStatus, to: TenantStatus): string => {
  if (to === "suspended") return "Suspend";
  return from === "pending" ? "Approve" : "Activate";
};

type StatusDialogProps = {
  change: StatusChange | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function StatusDialog({ change, onClose, onSaved }: StatusDialogProps) {
  const shown = useLasting(change);
  if (shown === undefined) return undefined;
  const { tenant, to } = shown;
  return (
    <FormDialog
      open={change !== undefined}
      title={`${statusAction(tenant.status, to)} ${tenant.name}`}
      onClose={onClose}
    >
      {({ onDirty, requestClose, leave }) => (
        <StatusFields
          change={shown}
          onDirty={onDirty}
          onCancel={requestClose}
          onSaved={(id) => {
            leave();
            onSaved(id);
          }}
        />
      )}
    </FormDialog>
  );
}

type StatusFieldsProps = {
  change: StatusChange;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (id: string) => void;
};

function StatusFields({ change: { tenant, to }, onDirty, onCancel, onSaved }: StatusFieldsProps) {
  const form = useSchemaForm(ReasonForm, { reason: "" });
  const save = useSaveTenant();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit(({ reason }) =>
    save.mutate(
      { id: tenant.id, json: { status: to, ...(reason === "" ? {} : { reason }) } },
      { onSuccess: onSaved },
    ),
  );
  return (
    <SaveForm
      action={statusAction(tenant.status, to)}
      tone={to === "suspended" ? "danger" : "primary"}
      busy={save.isPending}
      problem={undefined}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <NotSaved save={save} />
      <p>{STATUS_HINTS[to]}</p>
      <TextAreaField
        optional
        label="Reason"
        rows={2}
        autoComplete="off"
        {...form.field("reason")}
      />
    </SaveForm>
  );
}
