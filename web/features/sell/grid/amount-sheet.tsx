import { useState, type FormEvent } from "react";

import { OPEN_ITEM_NAME } from "#kernel/contract/ids.ts";
import { MAX_PRICE_MINOR, MAX_QUANTITY, parseMinor } from "#kernel/contract/money.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { typedAmount } from "#web/format/money.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { openItemId } from "#web/till/open-item.ts";
import { Button } from "#web/ui/button/button.tsx";
import { currencySign } from "#web/ui/chart/money.tsx";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";
import { AmountField, TextField } from "#web/ui/form/text-field.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

const LONGEST = 200;

/** What was searched for: an amount, or the name of what is sold. */
type AmountInput = Readonly<{ amount: string; name: string }>;

/** An amount for something that is not in the products. */
export function AmountSheet({ wanted }: { wanted: AmountInput | undefined }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={wanted !== undefined} title="Sell an amount" onClose={sheets.close}>
      {wanted !== undefined && <AmountForm wanted={wanted} />}
    </Dialog>
  );
}

function AmountForm({ wanted }: { wanted: AmountInput }) {
  const { add, setQuery, sheets, shop } = useSell();
  const currency = useCurrency();
  const [amount, setAmount] = useState(wanted.amount);
  const [name, setName] = useState(wanted.name);
  const [tried, setTried] = useState(false);
  const priceMinor = parseMinor(typedAmount(amount)) ?? 0;
  const isWrong = priceMinor <= 0 || priceMinor > MAX_PRICE_MINOR;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return focusFirstInvalid(event.currentTarget);
    sheets.close();
    setQuery("");
    const sold = {
      name: name.trim() || OPEN_ITEM_NAME,
      priceMinor,
      unit: null,
      open: true,
    } as const;
    // There is no stock that it could be more than.
    void openItemId(shop).then((id) => add({ ...sold, id, stock_exact: MAX_QUANTITY }));
  };
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <AmountField
          label="Amount"
          symbol={currencySign(currency)}
          inputMode="decimal"
          value={amount}
          error={tried && isWrong ? "Enter an amount like 12.50" : undefined}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextField
          label="Name"
          optional
          autoComplete="off"
          maxLength={LONGEST}
          placeholder={OPEN_ITEM_NAME}
          hint="Printed on the receipt. No stock changes."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={sheets.close}>Cancel</Button>
        <Button type="submit" tone="primary">
          Add to the cart
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
