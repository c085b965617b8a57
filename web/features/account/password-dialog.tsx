import type { ReactNode } from "react";
import * as z from "zod/mini";

import { TriedPassword } from "#kernel/contract/api/auth.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/dialog.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField } from "#web/ui/text-field.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import { accountFailure } from "./account-failure.ts";

const Form = z.object({ password: TriedPassword });

type PasswordDialogProps = {
  open: boolean;
  title: string;
  action: string;
  tone?: "primary" | "danger";
  /** What will happen. */
  children: ReactNode;
  command: Readonly<{ isPending: boolean; error: Error | null; reset: () => void }>;
  onConfirm: (password: string) => void;
  onClose: () => void;
};

/** A session left open at a till is not enough for what protects an account: the password is asked once more. */
export function PasswordDialog({ open, title, onClose, command, ...rest }: PasswordDialogProps) {
  const close = () => {
    command.reset();
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
  const form = useSchemaForm(Form, { password: "" });
  return (
    <DialogForm onSubmit={form.onSubmit(({ password }) => onConfirm(password))}>
      <DialogBody>
        {children}
        {command.error !== null && <InlineAlert>{accountFailure(command.error)}</InlineAlert>}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.field("password")}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone={tone} busy={command.isPending}>
          {action}
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
