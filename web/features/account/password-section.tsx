import * as z from "zod/mini";

import {
  isRepeated,
  NewPassword,
  RepeatedPassword,
  PasswordInput,
} from "#kernel/contract/api/auth.ts";
import { NewPasswordFields } from "#web/parts/person-fields.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty, type FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { accountFailure, useChangePassword } from "./use-account-commands.ts";

const Form = z
  .object({
    current_password: PasswordInput,
    password: NewPassword,
    confirm_password: RepeatedPassword,
  })
  .check(isRepeated);

const EMPTY = { current_password: "", password: "", confirm_password: "" };

export function PasswordSection() {
  const dialog = useModalParam("password");
  return (
    <FormSection title="Password" kind="stack" hint="Changing it signs out your other devices.">
      <Button onClick={() => dialog.open()}>Change Password</Button>
      <FormDialog open={dialog.value !== undefined} title="Change password" onClose={dialog.close}>
        {(parts) => <ChangePassword {...parts} />}
      </FormDialog>
    </FormSection>
  );
}

function ChangePassword({ onDirty, requestClose, leave }: FormDialogParts) {
  const form = useSchemaForm(Form, EMPTY);
  const change = useChangePassword();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit(({ current_password, password: new_password }) =>
    change.mutate(
      { current_password, new_password },
      {
        onSuccess: () => {
          leave();
          toasts.show("success", "Password changed. You are signed out on all other devices.");
        },
      },
    ),
  );
  return (
    <SaveForm
      action="Change password"
      busy={change.isPending}
      problem={accountFailure(change.error)}
      onSubmit={submit}
      onCancel={requestClose}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field("current_password")}
      />
      <NewPasswordFields label="New password" field={form.field} />
    </SaveForm>
  );
}
