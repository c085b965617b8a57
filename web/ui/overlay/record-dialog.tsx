import type { ReactNode } from "react";

import { FormDialog } from "./form-dialog.tsx";
import { useLasting } from "./overlay.tsx";

type Parts = {
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** Without an id where nothing was changed, so nothing was sent. */
  onSaved: (id: string | undefined) => void;
};

type RecordDialogProps<Item> = {
  /** What it is about: "product". */
  one: string;
  /** Adding, or what is edited; nothing while closed. */
  subject: "new" | Item | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
  children: (item: Item | undefined, parts: Parts) => ReactNode;
};

/** Adds one thing to a list, or edits one of it. */
export function RecordDialog<Item extends object>(props: RecordDialogProps<Item>) {
  const { one, subject, onClose, onSaved, children } = props;
  const shown = useLasting(subject);
  const item = shown === "new" ? undefined : shown;
  return (
    <FormDialog
      open={subject !== undefined}
      title={item === undefined ? `Add ${one}` : `Edit ${one}`}
      discard={item === undefined ? `Discard this ${one}?` : "Discard your changes?"}
      onClose={onClose}
    >
      {({ onDirty, requestClose, leave }) =>
        children(item, {
          onDirty,
          onCancel: requestClose,
          onSaved: (id) => {
            leave();
            if (id !== undefined) onSaved(id);
          },
        })
      }
    </FormDialog>
  );
}
