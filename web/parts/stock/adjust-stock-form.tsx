import { MAX_QUANTITY } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { stockLevel, stockText } from "#web/format/counts.ts";
import { NamedLevel } from "#web/parts/level-badge.tsx";
import { Sum } from "#web/ui/chart/money.tsx";
import { Segments } from "#web/ui/form/choice.tsx";
import type { Option } from "#web/ui/form/choice.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

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
  useReportDirty(dirty, onDirty);
  const notSaved = save.error === null ? undefined : notSavedText(save.error);

  return (
    <SaveForm
      action="Adjust stock"
      busy={save.isPending}
      problem={problem?.field === "form" ? problem.text : notSaved}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <NamedLevel name={product.name} level={stockLevel(product.stock)}>
        {stockText(product.stock)}
      </NamedLevel>
      <Inputs
        adjustment={adjustment}
        onChange={change}
        quantityError={problem?.field === "quantity" ? problem.text : undefined}
      />
      <Preview product={product} adjustment={adjustment} />
    </SaveForm>
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
  const figure = (count: number) => count.toLocaleString("en-GH").replace("-", "− ");
  const moved = after === undefined ? "–" : figure(Math.abs(after - product.stock));
  return (
    <Sum
      live
      scale="count"
      rows={[
        { name: "In stock now", value: figure(product.stock) },
        { name: adds ? "Add" : "Subtract", value: `${adds ? "+" : "−"} ${moved}` },
      ]}
      total={{ name: "After", value: after === undefined ? "–" : figure(after) }}
    />
  );
}
