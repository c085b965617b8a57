import { useState, type FormEvent } from "react";

import { MAX_PRICE_MINOR, parseMinor, toDecimalText } from "#kernel/contract/money.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { typedAmount } from "#web/format/money.ts";
import { partsOf, unitsTyped, keyOf, type CartLine } from "#web/state/cart.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { currencySign } from "#web/ui/chart/money.tsx";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";
import { AmountField } from "#web/ui/form/text-field.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

export function LineSheet({ lineKey }: { lineKey: string | undefined }) {
  const { cart, sheets } = useSell();
  const line = cart.lines.find((each) => keyOf(each) === lineKey);
  return (
    <Dialog still open={line !== undefined} title={line?.name ?? ""} onClose={sheets.close}>
      {line !== undefined && <LineForm key={lineKey} line={line} />}
    </Dialog>
  );
}

const priceOf = (typed: string): number | undefined => {
  const minor = parseMinor(typedAmount(typed));
  return minor !== undefined && minor >= 0 && minor <= MAX_PRICE_MINOR ? minor : undefined;
};

function LineForm({ line }: { line: CartLine }) {
  const { approval, dispatch, sheets } = useSell();
  const { perUnit, unit } = line;
  const [quantity, setQuantity] = useState(unitsTyped(line.quantity, perUnit));
  const [price, setPrice] = useState(toDecimalText(line.unitPriceMinor));
  const [tried, setTried] = useState(false);
  const parts = partsOf(quantity, perUnit);
  const unitPriceMinor = priceOf(price);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (parts === undefined || unitPriceMinor === undefined) {
      return focusFirstInvalid(event.currentTarget);
    }
    const key = keyOf(line);
    sheets.close();
    if (parts !== line.quantity) dispatch({ type: "counted", key, quantity: parts });
    const isOther = unitPriceMinor !== line.unitPriceMinor;
    if (isOther && unitPriceMinor !== line.listPriceMinor && approval.canAsk) {
      return sheets.open({ is: "approve", change: { key, unitPriceMinor } });
    }
    dispatch({ type: "priced", key, unitPriceMinor });
  };
  const wrongQuantity =
    unit === null ? "Enter a whole number from 1" : `Enter whole parts of a ${unit}`;
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <AmountField
          label={unit === null ? "Quantity" : `Quantity in ${unit}`}
          inputMode={unit === null ? "numeric" : "decimal"}
          value={quantity}
          error={tried && parts === undefined ? wrongQuantity : undefined}
          onChange={(event) => setQuantity(event.currentTarget.value)}
        />
        <PriceField
          value={price}
          wrong={tried && unitPriceMinor === undefined}
          onChange={setPrice}
        />
      </DialogBody>
      <LineFoot line={line} />
    </DialogForm>
  );
}

const REFUSED = "Only an owner or manager can change prices.";
const NEEDS_APPROVAL = "An owner or manager has to approve another price.";

type PriceFieldProps = { value: string; wrong: boolean; onChange: (price: string) => void };

function PriceField({ value, wrong, onChange }: PriceFieldProps) {
  const currency = useCurrency();
  const { approval } = useSell();
  const maySet = useCan("override-price");
  return (
    <AmountField
      label="Unit price"
      symbol={currencySign(currency)}
      inputMode="decimal"
      readOnly={!maySet && !approval.canAsk}
      hint={maySet ? undefined : approval.canAsk ? NEEDS_APPROVAL : REFUSED}
      value={value}
      error={wrong ? "Enter an amount like 12.50" : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function LineFoot({ line }: { line: CartLine }) {
  const { remove, sheets } = useSell();
  return (
    <DialogFoot>
      <Button
        icon="delete"
        onClick={() => {
          sheets.close();
          remove(line);
        }}
      >
        Remove
      </Button>
      <Button type="submit" tone="primary">
        Done
      </Button>
    </DialogFoot>
  );
}
