import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState, type FormEvent } from "react";

import { keys } from "#web/api/keys.ts";
import { productsQuery } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { counted } from "#web/format/counts.ts";
import { useImport } from "#web/parts/import-dialog.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { error as errorLine } from "#web/ui/form/field.css.ts";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { AmountInput } from "#web/ui/form/text-field.tsx";
import { DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";
import { FormDialog, type FormDialogParts, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import * as styles from "./starter-dialog.css.ts";
import {
  csvOf,
  errorsOf,
  rowsIn,
  TRADES,
  tradeOf,
  type Typed,
  type TypedRows,
} from "./starter-list.ts";

type StarterDialogProps = { open: boolean; onClose: () => void };

/** Adds many products at once from a list of usual names: those that get a price. */
export const StarterDialog = ({ open, onClose }: StarterDialogProps) => (
  <FormDialog
    open={open}
    title="Add products from a list"
    discard="Discard the prices?"
    onClose={onClose}
  >
    {(parts) => <StarterForm {...parts} />}
  </FormDialog>
);

const FIRST_TRADE = "provisions";

function StarterForm({ onDirty, requestClose, leave }: FormDialogParts) {
  const [trade, setTrade] = useState(FIRST_TRADE);
  const [rows, setRows] = useState<TypedRows>({});
  const [tried, setTried] = useState(false);
  const { save } = useImport("/api/v1/products/import", [keys.products.all, keys.dashboard.all]);
  const typed = rowsIn(rows);
  useReportDirty(typed.length > 0, onDirty);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed.length === 0) return;
    const firstWrong = typed.find(([, row]) => Object.values(errorsOf(row)).some(Boolean));
    if (firstWrong) {
      setTried(true);
      // It may be in a list that was shown before.
      const [, { trade: whereWrong }] = firstWrong;
      setTrade(whereWrong);
      focusFirstInvalid(event.currentTarget);
      return;
    }
    save.mutate(csvOf(rows), {
      onSuccess: ({ added }) => {
        toasts.show("success", `${counted(added, "product")} added`);
        leave();
      },
    });
  };
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <SelectField
          label="What do you sell?"
          hint="Type a price beside what you sell. Only those products are added; you can change them later."
          value={trade}
          onChange={(event) => setTrade(event.currentTarget.value)}
        >
          {TRADES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Names
          trade={trade}
          rows={rows}
          showsErrors={tried}
          onType={(name, row) => setRows({ ...rows, [name]: row })}
        />
        {save.error !== null && <InlineAlert>{notSavedText(save.error)}</InlineAlert>}
      </DialogBody>
      <DialogFoot>
        <Button onClick={requestClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={save.isPending} disabled={typed.length === 0}>
          {typed.length === 0 ? "Add products" : `Add ${counted(typed.length, "product")}`}
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}

type NamesProps = {
  trade: string;
  rows: TypedRows;
  showsErrors: boolean;
  onType: (name: string, typed: Typed) => void;
};

/** The list of a trade, without what the shop has already. */
function Names({ trade, rows, showsErrors, onType }: NamesProps) {
  const list = useQuery({
    queryKey: ["starter-list", trade],
    queryFn: () => tradeOf(trade).load(),
    staleTime: Infinity,
    retry: false,
  });
  const { data: products } = useQuery(productsQuery());
  const known = useMemo(() => new Set(products?.map(({ name }) => name.toLowerCase())), [products]);
  if (list.isError) {
    return <InlineAlert>This list could not be loaded. Check your connection.</InlineAlert>;
  }
  const categories = Object.entries(list.data ?? {}).flatMap(([category, names]) => {
    const left = names.filter((name) => !known.has(name.toLowerCase()));
    return left.length === 0 ? [] : [{ category, names: left }];
  });
  if (list.data !== undefined && categories.length === 0) {
    return <InlineNote icon="check">You have all products of this list.</InlineNote>;
  }
  return categories.map(({ category, names }) => (
    <section key={category} aria-label={category}>
      <h3 className={styles.category}>{category}</h3>
      <ul>
        {names.map((name) => (
          <NameRow
            key={name}
            name={name}
            typed={rows[name] ?? { trade, category, price: "", stock: "" }}
            showsErrors={showsErrors && rows[name] !== undefined}
            onType={onType}
          />
        ))}
      </ul>
    </section>
  ));
}

type NameRowProps = { name: string; typed: Typed } & Pick<NamesProps, "showsErrors" | "onType">;

function NameRow({ name, typed, showsErrors, onType }: NameRowProps) {
  const errorId = useId();
  const isTyped = typed.price.trim() !== "" || typed.stock.trim() !== "";
  const errors = showsErrors && isTyped ? errorsOf(typed) : { price: undefined, stock: undefined };
  const shown = errors.price ?? errors.stock;
  const wiring = (error: string | undefined) => ({
    "aria-invalid": error === undefined ? undefined : (true as const),
    "aria-describedby": error === undefined ? undefined : errorId,
  });
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <span className={styles.inputs}>
        <AmountInput
          {...wiring(errors.price)}
          label={`Price of ${name}`}
          placeholder="Price"
          inputMode="decimal"
          value={typed.price}
          onChange={(event) => onType(name, { ...typed, price: event.currentTarget.value })}
        />
        <AmountInput
          {...wiring(errors.stock)}
          label={`Stock of ${name}`}
          placeholder="Stock"
          inputMode="numeric"
          value={typed.stock}
          onChange={(event) => onType(name, { ...typed, stock: event.currentTarget.value })}
        />
      </span>
      {shown !== undefined && (
        <p id={errorId} className={`${errorLine} ${styles.problem}`}>
          {shown}
        </p>
      )}
    </li>
  );
}
