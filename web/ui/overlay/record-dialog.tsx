import { Fragment, type ReactNode, useState } from "react";

import { FormDialog } from "./form-dialog.tsx";
import { useLasting } from "./overlay.tsx";

type Parts = {
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** The id is missing if nothing was changed and sent. */
  onSaved: (id: string | undefined) => void;
  /** Saved, and the dialog stays open with an empty form. */
  onSavedOne: (id: string) => void;
  /** The form follows one that was saved so. */
  isNext: boolean;
};

type RecordDialogProps<Item> = {
  /** The noun: "product". */
  one: string;
  /** "new", or the edited item; undefined while closed. */
  subject: "new" | Item | undefined;
  onClose: () => void;
  /** `staysOpen` if the dialog asks for the next item, and says itself that this one was saved. */
  onSaved: (id: string, staysOpen?: boolean) => void;
  children: (item: Item | undefined, parts: Parts) => ReactNode;
};

/** A dialog that adds or edits an item. */
export function RecordDialog<Item extends object>(props: RecordDialogProps<Item>) {
  const { one, subject, onClose, onSaved, children } = props;
  const shown = useLasting(subject);
  const item = shown === "new" ? undefined : shown;
  const isOpen = subject !== undefined;
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [added, setAdded] = useState(0);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setAdded(0);
  }
  return (
    <FormDialog
      open={isOpen}
      title={item === undefined ? `Add ${one}` : `Edit ${one}`}
      discard={item === undefined ? `Discard this ${one}?` : "Discard your changes?"}
      onClose={onClose}
    >
      {({ onDirty, requestClose, leave }) => (
        <Fragment key={added}>
          {children(item, {
            onDirty,
            onCancel: requestClose,
            onSaved: (id) => {
              leave();
              if (id !== undefined) onSaved(id);
            },
            onSavedOne: (id) => {
              setAdded(added + 1);
              onSaved(id, true);
            },
            isNext: added > 0,
          })}
        </Fragment>
      )}
    </FormDialog>
  );
}
