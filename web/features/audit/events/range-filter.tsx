import * as z from "zod/mini";

import { PriceInput } from "#kernel/contract/api/fields.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { typedAmount } from "#web/format/money.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { currencySign } from "#web/ui/chart/money.tsx";
import { MoreFields } from "#web/ui/form/more-fields.tsx";
import { AmountField, TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import type { EventFilter } from "./event-filter.ts";

const amount = z.pipe(
  z.string(),
  z.pipe(
    z.transform(typedAmount),
    z.string().check(
      z.refine((text) => text === "" || PriceInput.safeParse(text).success, {
        error: "Enter an amount like 12.50",
      }),
    ),
  ),
);
const day = z.union([z.literal(""), z.iso.date()], "Choose a day");

const isInOrder = (low: string, high: string): boolean => low === "" || high === "" || low <= high;

const Range = z.object({ min: amount, max: amount, from: day, to: day }).check(
  z.refine(({ min, max }) => min === "" || max === "" || Number(min) <= Number(max), {
    error: "Too low",
    path: ["max"],
  }),
  z.refine(({ from, to }) => isInOrder(from, to), {
    error: "The end is before the start",
    path: ["to"],
  }),
);

type RangeFilterProps = { filter: EventFilter; onShow: (range: EventFilter) => void };

/** Collapsed until opened or in use. */
export function RangeFilter(props: RangeFilterProps) {
  const { min, max, from, to } = props.filter;
  const hasRange = [min, max, from, to].some((part) => part !== undefined);
  return (
    <MoreFields label="Amount and days" needed={hasRange}>
      <RangeForm {...props} />
    </MoreFields>
  );
}

/** Applied with a button, because half-typed amounts and dates are valid too. */
function RangeForm({ filter, onShow }: RangeFilterProps) {
  const { min = "", max = "", from = "", to = "" } = filter;
  const form = useSchemaForm(Range, { min, max, from, to });
  const symbol = currencySign(useCurrency());
  return (
    <form
      className={styles.range}
      noValidate
      aria-label="Amount and days"
      onSubmit={form.onSubmit(onShow)}
    >
      <AmountField {...form.field("min")} label="Amount from" inputMode="decimal" symbol={symbol} />
      <AmountField {...form.field("max")} label="Amount to" inputMode="decimal" symbol={symbol} />
      <TextField {...form.field("from")} label="From" type="date" />
      <TextField {...form.field("to")} label="To" type="date" />
      <div className={styles.rangeButton}>
        <Button type="submit">Show</Button>
      </div>
    </form>
  );
}
