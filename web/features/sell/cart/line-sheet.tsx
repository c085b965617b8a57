import { useState, type FormEvent } from "react";

import { grossOf } from "#kernel/contract/cart.ts";
import { MAX_PRICE_MINOR, parseMinor, toDecimalText } from "#kernel/contract/money.ts";
import type { CartChange } from "#web/features/sell/till/approval-needed.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { typedAmount } from "#web/format/money.ts";
import { partsOf, unitsTyped, keyOf, type CartLine } from "#web/state/cart.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { currencySign } from "#web/ui/chart/money.tsx";
import { FieldPair } from "#web/ui/form/field.tsx";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";
import { AmountField } from "#web/ui/form/text-field.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

import { aboveLimit, DiscountField, discountOf, typedOf } from "./discount-field.tsx";

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

/** What the fields say. Undefined or a text: wrong. */
function useLineFields(line: CartLine) {
  const { perUnit } = line;
  const [quantity, setQuantity] = useState(unitsTyped(line.quantity, perUnit));
  const [price, setPrice] = useState(toDecimalText(line.unitPriceMinor));
  const [typed, setTyped] = useState(typedOf(line.discount));
  const parts = partsOf(quantity, perUnit);
  const unitPriceMinor = priceOf(price);
  const isPriced = parts !== undefined && unitPriceMinor !== undefined;
  const mostMinor = isPriced ? grossOf({ unitPriceMinor, quantity: parts, perUnit }) : 0;
  const discount = isPriced ? discountOf(typed, mostMinor) : undefined;
  return {
    quantity,
    setQuantity,
    price,
    setPrice,
    typed,
    setTyped,
    parts,
    unitPriceMinor,
    discount,
  };
}

type LineFields = Pick<ReturnType<typeof useLineFields>, "parts" | "unitPriceMinor" | "discount">;

/** What the person changed. The price comes last, because a line is found by it. */
function changesOf(
  line: CartLine,
  { parts, unitPriceMinor, discount }: LineFields,
): readonly CartChange[] {
  const key = keyOf(line);
  if (parts === undefined || unitPriceMinor === undefined) return [];
  const isSame =
    typeof discount === "string" || JSON.stringify(discount) === JSON.stringify(line.discount);
  return [
    ...(parts === line.quantity ? [] : [{ type: "counted", key, quantity: parts } as const]),
    ...(isSame ? [] : [{ type: "discounted", key, discount } as const]),
    ...(unitPriceMinor === line.unitPriceMinor
      ? []
      : [{ type: "priced", key, unitPriceMinor } as const]),
  ];
}

/** Whether a change may need an approval: the shop's own price and an end of a discount do not. */
const isLess = (change: CartChange, { open, listPriceMinor }: CartLine): boolean =>
  change.type === "priced"
    ? open !== true && change.unitPriceMinor !== listPriceMinor
    : change.type === "discounted" && change.discount !== undefined;

function LineForm({ line }: { line: CartLine }) {
  const { approval, dispatch, sheets } = useSell();
  const { unit } = line;
  const [tried, setTried] = useState(false);
  const fields = useLineFields(line);
  const { parts, unitPriceMinor, discount } = fields;
  const changes = changesOf(line, fields);
  const isDiscounted = changes.some(({ type }) => type === "discounted");
  const refused =
    isDiscounted && approval.isRefused(changes) ? aboveLimit(approval.discountLimitBp) : undefined;
  const wrongDiscount = typeof discount === "string" ? discount : refused;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (parts === undefined || unitPriceMinor === undefined || wrongDiscount !== undefined) {
      return focusFirstInvalid(event.currentTarget);
    }
    sheets.close();
    if (changes.some((change) => isLess(change, line)) && approval.canAsk) {
      if (approval.approvalFor(changes)) return sheets.open({ is: "approve", changes });
    }
    changes.forEach(dispatch);
  };
  const wrongQuantity =
    unit === null ? "Enter a whole number from 1" : `Enter whole parts of a ${unit}`;
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <FieldPair>
          <AmountField
            label={unit === null ? "Quantity" : `Quantity in ${unit}`}
            inputMode={unit === null ? "numeric" : "decimal"}
            value={fields.quantity}
            error={tried && parts === undefined ? wrongQuantity : undefined}
            onChange={(event) => fields.setQuantity(event.currentTarget.value)}
          />
          <PriceField
            open={line.open === true}
            value={fields.price}
            wrong={tried && unitPriceMinor === undefined}
            onChange={fields.setPrice}
          />
        </FieldPair>
        <DiscountField
          value={fields.typed}
          error={tried ? wrongDiscount : undefined}
          onChange={fields.setTyped}
        />
      </DialogBody>
      <LineFoot line={line} />
    </DialogForm>
  );
}

const REFUSED = "Only an owner or manager can change prices.";
const NEEDS_APPROVAL = "An owner or manager has to approve another price.";

type PriceFieldProps = {
  /** Without a product: the price is what the person enters. */
  open: boolean;
  value: string;
  wrong: boolean;
  onChange: (price: string) => void;
};

function PriceField({ open, value, wrong, onChange }: PriceFieldProps) {
  const currency = useCurrency();
  const { approval } = useSell();
  const maySet = useCan("override-price") || open;
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
