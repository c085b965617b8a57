import { useEffect } from "react";

import { MAX_QUANTITY } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Segments } from "#web/ui/choice.tsx";
import type { Option } from "#web/ui/choice.tsx";
import { DialogBody, DialogFoot, DialogForm } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Sum } from "#web/ui/money.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { TextField } from "#web/ui/text-field.tsx";

import { AdjustedProduct } from "./adjusted-product.tsx";
import { noAdjustment, stockAfter } from "./adjustment.ts";
import type { Adjustment } from "./adjustment.ts";
import { useAdjustment } from "./use-adjustment.ts";

const TYPES: readonly Option<Adjustment["type"]>[] = [
  { value: "add", label: "Add", icon: "plus" },
  { value: "subtract", label: "Subtract", icon: "minus" },
];

type AdjustStockFormProps = {
  product: Product;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

export function AdjustStockForm({ product, onDirty, onCancel, onSaved }: AdjustStockFormProps) {
  const { adjustment, change, problem, submit, save } = useAdjustment(product, onSaved);
  const dirty = adjustment !== noAdjustment;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <AdjustedProduct product={product} />
        <Inputs
          adjustment={adjustment}
          onChange={change}
          quantityError={problem?.field === "quantity" ? problem.text : undefined}
        />
        <Preview product={product} adjustment={adjustment} />
        {problem?.field === "form" && <InlineAlert>{problem.text}</InlineAlert>}
        {save.error !== null && <InlineAlert>{notSavedText(save.error)}</InlineAlert>}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" busy={save.isPending}>
          Adjust stock
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}

type InputsProps = {
  adjustment: Adjustment;
  onChange: (part: Partial<Adjustment>) => void;
  quantityError: string | undefined;
};

function Inputs({ adjustment, onChange, quantityError }: InputsProps) {
  return (
    <>
      <Segments
        legend="Type"
        options={TYPES}
        value={adjustment.type}
        onChange={(type) => onChange({ type })}
      />
      <Field label="Quantity" error={quantityError}>
        {(wiring) => (
          <Stepper
            {...wiring}
            scale="large"
            max={MAX_QUANTITY}
            value={adjustment.quantity}
            onChange={(quantity) => onChange({ quantity })}
          />
        )}
      </Field>
      <TextField
        optional
        label="Reason"
        autoComplete="off"
        placeholder="Delivery, breakage, count"
        value={adjustment.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
    </>
  );
}

function Preview({ product, adjustment }: { product: Product; adjustment: Adjustment }) {
  const after = stockAfter(product, adjustment);
  const adds = adjustment.type === "add";
  const moved = after === undefined ? "–" : Math.abs(after - product.stock).toLocaleString("en-GH");
  return (
    <Sum
      live
      scale="count"
      rows={[
        { name: "In stock now", value: product.stock.toLocaleString("en-GH") },
        { name: adds ? "Add" : "Subtract", value: `${adds ? "+" : "−"} ${moved}` },
      ]}
      total={{ name: "After", value: after === undefined ? "–" : after.toLocaleString("en-GH") }}
    />
  );
}
