import { useState } from "react";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import type { TenantStatus } from "#kernel/contract/choices.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import type { Tenant } from "#web/api/platform.ts";
import { useCommand } from "#web/api/use-command.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import { addRequest, changeRequest, emptyTenant, TenantForm, typedTenant } from "./tenant-form.ts";
import { NotSaved, TenantInputs } from "./tenant-inputs.tsx";

type Change = NonNullable<ReturnType<typeof changeRequest>>;

export type SaveTenant = Readonly<{
  /** Id of the tenant to change; undefined for a new one. */
  id?: string;
  json: ReturnType<typeof addRequest> | Change | { status: TenantStatus; reason?: string };
}>;

/** Adds or changes a tenant and returns its id. */
export const useSaveTenant = () =>
  useCommand(
    async ({ id, json }: SaveTenant, commandKey) => {
      const [method, path] =
        id === undefined
          ? (["POST", "/api/super-admin.php/tenant"] as const)
          : (["PUT", `/api/super-admin.php/${encodeURIComponent(id)}`] as const);
      return (await request(path, WriteResult, { method, json, commandKey })).data.id;
    },
    [keys.platform.all],
  );

type TenantFieldsProps = {
  tenant: Tenant | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** The id is undefined if nothing was changed and sent. */
  onSaved: (id: string | undefined) => void;
};

export function TenantFields({ tenant: current, onDirty, onCancel, onSaved }: TenantFieldsProps) {
  // The tenant when the form opened, so that others' changes are not reverted.
  const [tenant] = useState(current);
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
    <SaveForm
      action={tenant === undefined ? "Add Tenant" : "Update Tenant"}
      busy={save.isPending}
      problem={undefined}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <NotSaved save={save} />
      <TenantInputs field={form.field} tenant={tenant} />
    </SaveForm>
  );
}
