import type { ReactNode } from "react";

import { PasswordConfirmation } from "#kernel/contract/api/account.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm, type FieldOf } from "#web/ui/form/use-schema-form.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { accountFailure } from "./use-account-commands.ts";

type PasswordDialogProps = {
  open: boolean;
  title: string;
  action: string;
  tone?: "primary" | "danger";
  /** Explains the consequences. */
  children: ReactNode;
  command: Readonly<{ isPending: boolean; error: Error | null; reset: () => void }>;
  onConfirm: (password: string) => void;
  onClose: () => void;
};

/**
 * Asks for the password again: a session left open at a till must not change how the account is
 * protected.
 */
export function PasswordDialog({ open, title, onClose, command, ...rest }: PasswordDialogProps) {
  const close = () => {
    // Do not reset a request in flight: it still takes effect.
    if (!command.isPending) command.reset();
    onClose();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <PasswordForm {...rest} command={command} onCancel={close} />
    </Dialog>
  );
}

type PasswordFormProps = Omit<PasswordDialogProps, "open" | "title" | "onClose"> & {
  onCancel: () => void;
};

function PasswordForm(props: PasswordFormProps) {
  const { action, tone = "primary", command, onConfirm, onCancel, children } = props;
  const form = useSchemaForm(PasswordConfirmation, { password: "" });
  return (
    <SaveForm
      action={action}
      tone={tone}
      busy={command.isPending}
      problem={accountFailure(command.error)}
      onSubmit={form.onSubmit(({ password }) => onConfirm(password))}
      onCancel={onCancel}
    >
      {children}
      <CurrentPassword field={form.field} />
    </SaveForm>
  );
}

type CurrentPasswordProps = { field: FieldOf<"password"> };

export function CurrentPassword({ field }: CurrentPasswordProps) {
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      {...field("password")}
    />
  );
}
