import * as z from "zod/mini";

import { daysBefore } from "#web/format/days.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { FIRST_DAY, ReportDay } from "./custom-range.tsx";
import * as styles from "./reports.css.ts";

const DayForm = z.object({ day: ReportDay });

type OneDayProps = {
  day: string;
  /** Today in the time zone of the shop. */
  lastDay: string;
  onShow: (day: string) => void;
};

/** One day, with the days beside it one press away. */
export function OneDay({ day, lastDay, onShow }: OneDayProps) {
  // Another day fills the form again.
  return <DayFields key={day} day={day} lastDay={lastDay} onShow={onShow} />;
}

function DayFields({ day, lastDay, onShow }: OneDayProps) {
  const form = useSchemaForm(DayForm, { day });
  return (
    <form
      className={styles.oneDay}
      noValidate
      aria-label="One day"
      onSubmit={form.onSubmit(({ day: chosen }) => onShow(chosen))}
    >
      <TextField {...form.field("day")} label="Day" type="date" min={FIRST_DAY} max={lastDay} />
      <div className={styles.dayButtons}>
        <Button type="submit">Show</Button>
        <Button disabled={day <= FIRST_DAY} onClick={() => onShow(daysBefore(day, 1))}>
          Day before
        </Button>
        <Button disabled={day >= lastDay} onClick={() => onShow(daysBefore(day, -1))}>
          Day after
        </Button>
      </div>
    </form>
  );
}
