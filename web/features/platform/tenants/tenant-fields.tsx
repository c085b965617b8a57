import type { Tenant } from "#web/api/platform.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogBody, DialogFoot, DialogForm } from "#web/ui/dialog.tsx";
import { useReportDirty } from "#web/ui/form-dialog.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import { NotSaved } from "./not-saved.tsx";
import { addRequest, changeRequest, emptyTenant, TenantForm, typedTenant } from "./tenant-form.ts";
import { TenantInputs } from "./tenant-inputs.tsx";
import { useSaveTenant } from "./use-save-tenant.ts";

type TenantFieldsProps = {
  tenant: Tenant | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** Without an id where nothing was changed, so nothing was sent. */
  onSaved: (id: string | undefined) => void;
};

export function TenantFields({ tenant, onDirty, onCancel, onSaved }: TenantFieldsProps) {
  const form = useSchemaForm(TenantForm, tenant === undefined ? emptyTenant : typedTenant(tenant));
  const save = useSaveTenant();
  useReportDirty(form.dirty, onDirty);

  const submit = form.onSubmit((typed) => {
    if (tenant === undefined) {
      save.mutate({ json: addRequest(typed) }, { onSuccess: onSaved });
      return;
    }
    const json = changeRequest(tenant, typed);
    if (json === undefined) onSaved(undefined);
    else save.mutate({ id: tenant.id, json }, { onSuccess: onSaved });
  });

  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <NotSaved save={save} />
        <TenantInputs field={form.field} tenant={tenant} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" busy={save.isPending}>
          {tenant === undefined ? "Add Tenant" : "Update Tenant"}
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
