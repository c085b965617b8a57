import type { FormEvent, ReactNode } from "react";

import { notSavedText } from "#web/api/request-error.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import type { FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";

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
    <SaveForm
      action="Test and connect"
      busy={connecting.isPending}
      problem={connecting.error === null ? undefined : notSavedText(connecting.error)}
      onSubmit={onSubmit(connect)}
      onCancel={requestClose}
    >
      <p>{intro}</p>
      {children}
    </SaveForm>
  );
}
