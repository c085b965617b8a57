import * as z from "zod/mini";

import { type TillItem, TillName } from "#kernel/contract/api/till/tills.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, type FormDialogParts, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { useChangeTill } from "./use-till-commands.ts";

const Form = z.object({ name: TillName });

type RenameTillProps = {
  till: TillItem | undefined;
  onClose: () => void;
  onRenamed: (till: number) => void;
};

export function RenameTill({ till, onClose, onRenamed }: RenameTillProps) {
  const shown = useLasting(till);
  return (
    <FormDialog
      open={till !== undefined}
      title={shown === undefined ? "" : `Rename till ${shown.till}`}
      onClose={onClose}
    >
      {(parts) =>
        shown && <RenameForm key={shown.till} {...parts} till={shown} onRenamed={onRenamed} />
      }
    </FormDialog>
  );
}

type RenameFormProps = FormDialogParts & { till: TillItem } & Pick<RenameTillProps, "onRenamed">;

function RenameForm({ till, onRenamed, onDirty, requestClose, leave }: RenameFormProps) {
  const form = useSchemaForm(Form, { name: till.name });
  const change = useChangeTill();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit(({ name }) =>
    change.mutate(
      { till: till.till, name },
      {
        onSuccess: () => {
          leave();
          toasts.show("success", `Till ${till.till} is now called ${name}`);
          onRenamed(till.till);
        },
      },
    ),
  );
  return (
    <SaveForm
      action="Rename"
      busy={change.isPending}
      problem={change.error === null ? undefined : notSavedText(change.error)}
      onSubmit={submit}
      onCancel={requestClose}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
    </SaveForm>
  );
}
