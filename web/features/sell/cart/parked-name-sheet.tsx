import { useState, type FormEvent } from "react";

import type { ParkedCart } from "#web/features/sell/till/stored-cart.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

const LONGEST = 60;

/** By which a parked cart is found again: a table, a person, a job. */
export function ParkedNameSheet({ id }: { id: string | undefined }) {
  const { parked, sheets } = useSell();
  const found = parked.parked.find((each) => each.id === id);
  return (
    <Dialog still open={found !== undefined} title="Name of the parked cart" onClose={sheets.close}>
      {found !== undefined && <NameForm key={id} found={found} />}
    </Dialog>
  );
}

function NameForm({ found }: { found: ParkedCart }) {
  const { nameParked, sheets } = useSell();
  const [name, setName] = useState(found.cart.name ?? "");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void nameParked(found, name.trim());
  };
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <TextField
          label="Name"
          optional
          autoComplete="off"
          maxLength={LONGEST}
          placeholder="Table 4"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={sheets.close}>Cancel</Button>
        <Button type="submit" tone="primary">
          Save
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
