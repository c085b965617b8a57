import * as z from "zod/mini";

import { NewPassword, TriedPassword } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogBody, DialogFoot, DialogForm } from "#web/ui/dialog.tsx";
import { FormDialog, useReportDirty } from "#web/ui/form-dialog.tsx";
import type { FormDialogParts } from "#web/ui/form-dialog.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField } from "#web/ui/text-field.tsx";
import { toasts } from "#web/ui/toast-store.ts";
import { useModalParam } from "#web/ui/use-modal-param.ts";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import { accountFailure } from "./account-failure.ts";
import { useChangePassword } from "./use-account-commands.ts";

const words = texts.registration;

const Form = z
  .object({
    current_password: TriedPassword,
    new_password: NewPassword,
    confirm_password: z.string().check(z.minLength(1, words.confirmPassword)),
  })
  .check(
    z.refine((form) => form.new_password === form.confirm_password, {
      path: ["confirm_password"],
      message: words.passwordsDiffer,
    }),
  );

const EMPTY = { current_password: "", new_password: "", confirm_password: "" };

export function PasswordSection() {
  const dialog = useModalParam("password");
  return (
    <FormSection
      title="Password"
      kind="stack"
      hint="A new one signs you out everywhere but on this device."
    >
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
  const submit = form.onSubmit(({ confirm_password: _repeated, ...passwords }) =>
    change.mutate(passwords, {
      onSuccess: ({ warning }) => {
        leave();
        toasts.show("success", "Password changed. You are signed out on all other devices.");
        if (warning !== undefined) toasts.show("blank", warning);
      },
    }),
  );
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        {change.error !== null && <InlineAlert>{accountFailure(change.error)}</InlineAlert>}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.field("current_password")}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...form.field("new_password")}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.field("confirm_password")}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={requestClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={change.isPending}>
          Change password
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
