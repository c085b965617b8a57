import { stockLevel, stockText } from "#web/api/stock-level.ts";
import { useCurrency } from "#web/api/use-session.ts";
import { FieldPair, Hint } from "#web/ui/field.tsx";
import { currencySign } from "#web/ui/money.tsx";
import { AmountField, TextAreaField, TextField } from "#web/ui/text-field.tsx";

import type { ProductFormReturn } from "./product-fields.tsx";

type ProductInputsProps = {
  form: ProductFormReturn;
  mayPrice: boolean;
  stockNow: number | undefined;
};

export function ProductInputs({ form, mayPrice, stockNow }: ProductInputsProps) {
  const { errors } = form.formState;
  const currency = useCurrency();
  return (
    <>
      <TextField
        raised
        label="Name"
        autoComplete="off"
        enterKeyHint="next"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <TextAreaField
        raised
        optional
        label="Description"
        rows={2}
        error={errors.description?.message}
        {...form.register("description")}
      />
      <FieldPair>
        <AmountField
          raised
          label="Price"
          symbol={currencySign(currency)}
          inputMode="decimal"
          enterKeyHint="next"
          readOnly={!mayPrice}
          error={errors.price?.message}
          {...form.register("price")}
        />
        <AmountField
          raised
          label="Stock"
          inputMode="numeric"
          enterKeyHint="done"
          error={errors.stock?.message}
          {...form.register("stock")}
        />
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
