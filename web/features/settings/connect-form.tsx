import type { FormEvent, ReactNode } from "react";

import { notSavedText } from "#web/api/request-error.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogBody, DialogFoot, DialogForm } from "#web/ui/dialog.tsx";
import { useReportDirty } from "#web/ui/form-dialog.tsx";
import type { FormDialogParts } from "#web/ui/form-dialog.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { toasts } from "#web/ui/toast-store.ts";

import { useConnect } from "./use-provider-commands.ts";

type Connect = (connection: Parameters<ReturnType<typeof useConnect>["mutate"]>[0]) => void;

type ConnectFormProps = FormDialogParts & {
  dirty: boolean;
  intro: string;
  onSubmit: (connect: Connect) => (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

export function ConnectForm(props: ConnectFormProps) {
  const { dirty, onDirty, requestClose, leave, intro, onSubmit, children } = props;
  const connecting = useConnect();
  useReportDirty(dirty, onDirty);
  const connect: Connect = (connection) =>
    connecting.mutate(connection, {
      onSuccess: ({ message }) => {
        leave();
        toasts.show("success", message);
      },
    });
  return (
    <DialogForm onSubmit={onSubmit(connect)}>
      <DialogBody>
        <p>{intro}</p>
        {connecting.error !== null && <InlineAlert>{notSavedText(connecting.error)}</InlineAlert>}
        {children}
      </DialogBody>
      <DialogFoot>
        <Button onClick={requestClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={connecting.isPending}>
          Test and connect
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
