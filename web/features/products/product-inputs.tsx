import { stockLevel, stockText } from "#web/api/stock-level.ts";
import { useCurrency } from "#web/api/use-session.ts";
import { FieldPair, Hint } from "#web/ui/field.tsx";
import { currencySign } from "#web/ui/money.tsx";
import { AmountField, TextAreaField, TextField } from "#web/ui/text-field.tsx";
import type { useSchemaForm } from "#web/ui/use-schema-form.ts";

import type { ProductForm, TypedProduct } from "./product-form.ts";

type ProductInputsProps = {
  field: ReturnType<typeof useSchemaForm<TypedProduct, ProductForm>>["field"];
  mayPrice: boolean;
  stockNow: number | undefined;
};

export function ProductInputs({ field, mayPrice, stockNow }: ProductInputsProps) {
  const currency = useCurrency();
  return (
    <>
      <TextField label="Name" autoComplete="off" enterKeyHint="next" {...field("name")} />
      <TextAreaField optional label="Description" rows={2} {...field("description")} />
      <FieldPair>
        <AmountField
          label="Price"
          symbol={currencySign(currency)}
          inputMode="decimal"
          enterKeyHint="next"
          readOnly={!mayPrice}
          {...field("price")}
        />
        <AmountField label="Stock" inputMode="numeric" enterKeyHint="done" {...field("stock")} />
      </FieldPair>
      {stockNow !== undefined && <Hint>{stockHint(stockNow)}</Hint>}
    </>
  );
}

function stockHint(stock: number): string {
  const level = stockLevel(stock);
  const now = level === "low" ? `${stockText(stock)} is low` : `${stockText(stock)} now`;
  return `${now}. To record a delivery, use Adjust stock in the list: it keeps the reason.`;
}
