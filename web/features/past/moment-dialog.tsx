import { useState } from "react";
import { useLocation } from "wouter";
import * as z from "zod/mini";

import { dateFormat } from "#web/format/date-format.ts";
import { today } from "#web/format/days.ts";
import { zonedMs } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { nowMs } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { FieldPair, Hint } from "#web/ui/form/field.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useFindMoment } from "./use-find-moment.ts";

type MomentDialogProps = { open: boolean; hasPast: boolean; onClose: () => void };

export function MomentDialog({ open, hasPast, onClose }: MomentDialogProps) {
  return (
    <Dialog open={open} title="View a past date" onClose={onClose}>
      <MomentForm hasPast={hasPast} onClose={onClose} />
    </Dialog>
  );
}

const Moment = z.object({
  day: z.iso.date("Enter a day"),
  time: z.string().check(z.regex(/^\d\d:\d\d/, "Enter a time")),
});

/** Day and time in the shop's time zone. */
function MomentForm({ hasPast, onClose }: Omit<MomentDialogProps, "open">) {
  const zone = useTimeZone();
  const [, navigate] = useLocation();
  const [lastDay] = useState(() => today(zone, Date.now()));
  const { busy, problem, find } = useFindMoment();
  const { field, onSubmit } = useSchemaForm(Moment, {
    day: today(zone, nowMs()),
    time: timeOf(nowMs(), zone),
  });
  const show = async ({ day, time }: z.infer<typeof Moment>) => {
    const asOf = new Date(zonedMs(day, time, zone)).toISOString();
    if ((await find(asOf)) && !hasPast) navigate(links.dashboard());
  };
  return (
    <SaveForm
      action="Show"
      busy={busy}
      problem={problem}
      onSubmit={onSubmit((moment) => void show(moment))}
      onCancel={onClose}
    >
      <Hint>
        Dashboard, products, inventory, sales, customers and reports show what was recorded by then:
        a sale that was entered later is missing, even if it was made before.
      </Hint>
      <FieldPair>
        <TextField {...field("day")} label="Day" type="date" max={lastDay} autoComplete="off" />
        <TextField {...field("time")} label="Time" type="time" autoComplete="off" />
      </FieldPair>
    </SaveForm>
  );
}

const timeOf = (atMs: number, timeZone: string | undefined): string =>
  dateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, timeZone).format(atMs);
