import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, type ReactNode } from "react";

import { TaxCategory } from "#kernel/contract/api/product.ts";
import { UNTAXED_NAMES } from "#kernel/contract/untaxed.ts";
import type { Product } from "#web/api/products.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { stockLevel, stockText } from "#web/format/counts.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { currencySign } from "#web/ui/chart/money.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";
import { FieldPair, Hint } from "#web/ui/form/field.tsx";
import { MoreFields } from "#web/ui/form/more-fields.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { SwitchRow } from "#web/ui/form/switch-row.tsx";
import { AmountField, TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import type { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { TitleButton } from "#web/ui/table/table.tsx";

import { BarcodesField } from "./barcodes-field.tsx";
import { EXTRA, type ProductForm, type TypedProduct } from "./product-form.ts";

type Inputs = {
  field: ReturnType<typeof useSchemaForm<TypedProduct, ProductForm>>["field"];
  mayPrice: boolean;
  /** The stock is counted. */
  counts: boolean;
};

type ProductInputsProps = Inputs & {
  onCounts: (counts: boolean) => void;
  /** Of a product that is edited. */
  stockNow: number | "uncounted" | undefined;
  others: readonly Product[];
  /** Opens one of the others. */
  onOther: (id: string) => void;
  isNext: boolean;
  /** The field of its picture. */
  picture: ReactNode;
};

export function ProductInputs({
  field,
  mayPrice,
  counts,
  onCounts,
  stockNow,
  others,
  onOther,
  isNext,
  picture,
}: ProductInputsProps) {
  const currency = useCurrency();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNext) name.current?.focus();
  }, [isNext]);
  return (
    <>
      {isNext && <InlineNote icon="check">Product added. Add the next one.</InlineNote>}
      <TextField
        label="Name"
        ref={name}
        autoComplete="off"
        enterKeyHint="next"
        {...field("name")}
      />
      <Double product={doubleOf(field("name").value, others)} onOpen={onOther} />
      <FieldPair>
        <AmountField
          label="Price"
          symbol={currencySign(currency)}
          inputMode="decimal"
          enterKeyHint="next"
          readOnly={!mayPrice}
          {...field("price")}
        />
        {counts && (
          <AmountField label="Stock" inputMode="numeric" enterKeyHint="done" {...field("stock")} />
        )}
      </FieldPair>
      {counts && stockNow !== undefined && <Hint>{stockHint(stockNow)}</Hint>}
      <SwitchRow
        label="Don't count stock"
        hint="For services and food made to order. It never runs out."
        checked={!counts}
        onChange={(isOff) => onCounts(!isOff)}
      />
      {mayPrice && <TaxInput field={field} />}
      {picture}
      <TextAreaField optional label="Description" rows={2} {...field("description")} />
      <MoreInputs {...{ field, mayPrice, counts, others, onOther }} />
    </>
  );
}

const taxNames: Readonly<Record<TaxCategory, string>> = {
  standard: "Standard rate",
  ...UNTAXED_NAMES,
};

/** Only a business that is registered for tax has products without it. */
function TaxInput({ field }: Pick<Inputs, "field">) {
  const { data } = useQuery(settingsQuery());
  const profile = data?.business.tax_profile ?? "unregistered";
  if (profile === "unregistered") return undefined;
  return (
    <SelectField
      label="Tax"
      hint="Exempt and zero-rated products are sold without tax. Reports list each apart."
      {...field("tax_category")}
    >
      {TaxCategory.options.map((category) => (
        <option key={category} value={category}>
          {taxNames[category]}
        </option>
      ))}
    </SelectField>
  );
}

/** All optional. */
function MoreInputs({
  field,
  mayPrice,
  counts,
  others,
  onOther,
}: Inputs & Pick<ProductInputsProps, "others" | "onOther">) {
  const currency = useCurrency();
  const listId = useId();
  const isFilled = EXTRA.some((name) => field(name).value !== "");
  const noAutoComplete = { autoComplete: "off" } as const;
  return (
    <MoreFields label="More: barcodes, category, cost, unit" needed={isFilled}>
      <FieldPair>
        <TextField {...noAutoComplete} optional label="SKU" {...field("sku")} />
        <TextField
          {...noAutoComplete}
          optional
          label="Category"
          list={listId}
          {...field("category")}
        />
        <datalist id={listId}>
          {categoriesOf(others).map((category) => (
            <option key={category}>{category}</option>
          ))}
        </datalist>
      </FieldPair>
      <BarcodesField field={field("barcodes")} others={others} onOther={onOther} />
      <FieldPair>
        <AmountField
          optional
          label="Cost"
          symbol={currencySign(currency)}
          inputMode="decimal"
          readOnly={!mayPrice}
          {...field("cost")}
        />
        {counts && (
          <AmountField
            optional
            label="Reorder point"
            inputMode="numeric"
            {...field("reorder_point")}
          />
        )}
      </FieldPair>
      <FieldPair>
        <TextField
          {...noAutoComplete}
          optional
          label="Unit"
          placeholder="yard, kg, pack"
          {...field("unit")}
        />
        <AmountField optional label="Parts per unit" inputMode="numeric" {...field("per_unit")} />
      </FieldPair>
      <Hint>Parts in one unit, e.g. 12 pieces in a pack.</Hint>
    </MoreFields>
  );
}

const categoriesOf = (products: readonly Product[]): readonly string[] =>
  [...new Set(products.flatMap(({ category }) => category ?? []))].toSorted();

const named = (name: string): string => name.trim().replaceAll(/\s+/g, " ").toLowerCase();

const doubleOf = (name: string, others: readonly Product[]): Product | undefined =>
  name.trim() === "" ? undefined : others.find((one) => named(one.name) === named(name));

/** Two products of one name are allowed, but rarely meant. */
function Double({
  product,
  onOpen,
}: {
  product: Product | undefined;
  onOpen: (id: string) => void;
}) {
  if (product === undefined) return undefined;
  return (
    <InlineNote icon="alert">
      There is already a product named "{product.name}".{" "}
      <TitleButton onClick={() => onOpen(product.id)}>Open it</TitleButton>
    </InlineNote>
  );
}

function stockHint(stock: number | "uncounted"): string {
  if (stock === "uncounted") return "Count what is there now. From then on sales subtract from it.";
  const level = stockLevel(stock);
  const now = level === "low" ? `${stockText(stock)} is low` : `${stockText(stock)} now`;
  return `${now}. For a delivery, use Adjust stock in the list; it records the reason.`;
}
