import { useState, type FormEvent } from "react";

import { useSell } from "#web/features/sell/till/use-selling.ts";
import { sumsOf } from "#web/state/cart.ts";
import { Button } from "#web/ui/button/button.tsx";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

import { aboveLimit, DiscountField, discountOf, typedOf } from "./discount-field.tsx";

/** A discount on the whole cart, spread over its lines. */
export function DiscountSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={open} title="Discount on the cart" onClose={sheets.close}>
      <DiscountForm />
    </Dialog>
  );
}

function DiscountForm() {
  const { approval, cart, dispatch, sheets } = useSell();
  const [typed, setTyped] = useState(typedOf(cart.discount));
  const [tried, setTried] = useState(false);
  const mostMinor = sumsOf({ ...cart, discount: undefined })?.totalMinor ?? 0;
  const read = discountOf(typed, mostMinor);
  const change =
    typeof read === "string" ? undefined : ({ type: "discounted", discount: read } as const);
  const wrong =
    change && approval.isRefused([change]) ? aboveLimit(approval.discountLimitBp) : undefined;
  const error = typeof read === "string" ? read : wrong;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (change === undefined || error !== undefined) return focusFirstInvalid(event.currentTarget);
    sheets.close();
    if (JSON.stringify(read) === JSON.stringify(cart.discount)) return;
    if (read !== undefined && approval.approvalFor([change])) {
      return sheets.open({ is: "approve", changes: [change] });
    }
    dispatch(change);
  };
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <DiscountField value={typed} error={tried ? error : undefined} onChange={setTyped} />
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
