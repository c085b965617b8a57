import { useCan } from "#web/state/use-session.ts";
import { FieldPair } from "#web/ui/form/field.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

import { type Kind, STEPS, type Typed, type Wrong } from "./bulk-change.ts";

type BulkFieldsProps = {
  typed: Typed;
  wrong: Wrong | undefined;
  categories: readonly string[];
  onType: (change: Partial<Typed>) => void;
};

/** What is to change, by the rights of the person. */
export function BulkFields(props: BulkFieldsProps) {
  const { typed, wrong, categories, onType } = props;
  const mayPrice = useCan("edit-prices");
  const mayDelete = useCan("write-products");
  const kinds: readonly (readonly [Kind, string, boolean])[] = [
    ["price", "Change the price", mayPrice],
    ["category", "Set the category", true],
    ["reorder-point", "Set the low-stock level", true],
    ["delete", "Delete", mayDelete],
  ];
  const errorOf = (field: Wrong["field"]) => (wrong?.field === field ? wrong?.wrong : undefined);
  return (
    <>
      <SelectField
        label="What to change"
        value={typed.change}
        onChange={({ currentTarget: { value } }) => {
          const kind = kinds.find(([known]) => known === value);
          if (kind) onType({ change: kind[0] });
        }}
      >
        {kinds.map(
          ([kind, label, may]) =>
            may && (
              <option key={kind} value={kind}>
                {label}
              </option>
            ),
        )}
      </SelectField>
      {typed.change === "price" && <PriceFields {...props} error={errorOf("by")} />}
      {typed.change === "category" && (
        <>
          <TextField
            label="Category"
            hint="Empty: no category."
            autoComplete="off"
            list="bulk-categories"
            value={typed.category}
            error={errorOf("category")}
            onChange={(event) => onType({ category: event.currentTarget.value })}
          />
          <datalist id="bulk-categories">
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </datalist>
        </>
      )}
      {typed.change === "reorder-point" && (
        <TextField
          label="Low-stock level"
          hint="Empty: the level of the shop's settings."
          inputMode="numeric"
          autoComplete="off"
          value={typed.level}
          error={errorOf("level")}
          onChange={(event) => onType({ level: event.currentTarget.value })}
        />
      )}
    </>
  );
}

type PriceFieldsProps = Pick<BulkFieldsProps, "typed" | "onType"> & { error: string | undefined };

function PriceFields({ typed, onType, error }: PriceFieldsProps) {
  return (
    <>
      <FieldPair>
        <SelectField
          label="Price"
          value={typed.direction}
          onChange={({ currentTarget: { value } }) =>
            onType({ direction: value === "down" ? "down" : "up" })
          }
        >
          <option value="up">Up by</option>
          <option value="down">Down by</option>
        </SelectField>
        <SelectField
          label="Percent or amount"
          value={typed.unit}
          onChange={({ currentTarget: { value } }) =>
            onType({ unit: value === "amount" ? "amount" : "percent" })
          }
        >
          <option value="percent">Percent</option>
          <option value="amount">Amount</option>
        </SelectField>
      </FieldPair>
      <FieldPair>
        <TextField
          label={typed.unit === "percent" ? "Percent" : "Amount"}
          inputMode="decimal"
          autoComplete="off"
          value={typed.by}
          error={error}
          onChange={(event) => onType({ by: event.currentTarget.value })}
        />
        <SelectField
          label="Rounding"
          value={typed.step}
          onChange={({ currentTarget: { value } }) => onType({ step: value })}
        >
          {STEPS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </FieldPair>
    </>
  );
}
