import * as z from "zod/mini";

import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import * as styles from "./reports.css.ts";

export const FIRST_DAY = "2000-01-01";
export const ReportDay = z.iso
  .date("Choose a day")
  .check(z.refine((text) => text >= FIRST_DAY, "Choose a day from 2000 on"));

const RangeForm = z
  .object({ from: ReportDay, to: ReportDay })
  .check(
    z.refine(({ from, to }) => from <= to, { error: "The end is before the start", path: ["to"] }),
  );

type Range = { from: string; to: string };

type CustomRangeProps = Range & {
  /** Today in the time zone of the shop. */
  lastDay: string;
  onShow: (range: Range) => void;
};

/** Both days are included. A button applies the range: a half-typed date is a valid date, too. */
export function CustomRange({ from, to, lastDay, onShow }: CustomRangeProps) {
  const form = useSchemaForm(RangeForm, { from, to });
  return (
    <form
      className={styles.range}
      noValidate
      aria-label="Custom range"
      onSubmit={form.onSubmit(onShow)}
    >
      <TextField {...form.field("from")} label="From" type="date" min={FIRST_DAY} max={lastDay} />
      <TextField {...form.field("to")} label="To" type="date" min={FIRST_DAY} max={lastDay} />
      <div className={styles.rangeButton}>
        <Button type="submit">Show</Button>
      </div>
    </form>
  );
}
