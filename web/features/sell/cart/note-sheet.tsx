import { useState, type FormEvent } from "react";

import { useSell } from "#web/features/sell/till/use-selling.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

/** As much as a receipt can carry without becoming a letter. */
const LONGEST = 500;
const ROWS = 3;

/** A note for the sale: an order, a place to deliver to, a serial number. */
export function NoteSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={open} title="Note" onClose={sheets.close}>
      <NoteForm />
    </Dialog>
  );
}

function NoteForm() {
  const { cart, dispatch, sheets } = useSell();
  const [note, setNote] = useState(cart.note ?? "");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (note.trim() !== (cart.note ?? "")) dispatch({ type: "noted", note });
    sheets.close();
  };
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <TextAreaField
          label="Note"
          hint="Printed on the receipt."
          rows={ROWS}
          maxLength={LONGEST}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={sheets.close}>Cancel</Button>
        <Button type="submit" tone="primary">
          Done
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
