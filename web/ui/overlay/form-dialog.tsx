import { useLayoutEffect, useState } from "react";
import type { ReactNode } from "react";

import { Dialog } from "./dialog.tsx";
import { DiscardConfirm, useDiscardGuard } from "./discard-guard.tsx";

/** Callbacks that connect a form to its dialog. */
export type FormDialogParts = {
  onDirty: (dirty: boolean) => void;
  /** Closes, but asks first if something was typed. */
  requestClose: () => void;
  /** Closes at once, after saving. */
  leave: () => void;
};

type FormDialogProps = {
  open: boolean;
  title: string;
  /** The question asked before typed data is discarded. */
  discard?: string;
  onClose: () => void;
  children: (parts: FormDialogParts) => ReactNode;
};

/** A dialog with a form that asks before discarding its data. */
export function FormDialog({ open, title, discard, onClose, children }: FormDialogProps) {
  const [dirty, onDirty] = useState(false);
  const guard = useDiscardGuard(open && dirty, onClose);
  const { requestClose, leave } = guard;
  return (
    <>
      <Dialog open={open} title={title} onClose={requestClose}>
        {children({ onDirty, requestClose, leave })}
      </Dialog>
      <DiscardConfirm
        guard={guard}
        words={{
          title: discard ?? "Discard what you typed?",
          question: discard === undefined ? "It will be lost." : "What you typed will be lost.",
        }}
      />
    </>
  );
}

/**
 * Tells the page or dialog around a form whether it has unsaved data. It knows before the next key or
 * tap: on a busy device a later effect let Escape close the form without a question.
 */
export function useReportDirty(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  useLayoutEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
}
