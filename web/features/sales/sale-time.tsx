import { useState, type Dispatch } from "react";

import { today } from "#web/format/days.ts";
import { receiptTime, zonedMs } from "#web/format/times.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { TextField } from "#web/ui/form/text-field.tsx";

import * as styles from "./new-sale.css.ts";
import type { SaleAction, SaleDraft } from "./sale-draft.ts";

type When = Pick<SaleDraft, "day" | "time">;

/** "14:05", with which the time on a receipt ends. */
const clockTime = (ms: number, timeZone: string | undefined): string =>
  receiptTime(new Date(ms).toISOString(), timeZone).slice(-"14:05".length);

/**
 * The time of a sale as the API takes it. Nothing if it was not changed: the server's own clock is
 * best. A day or time alone has the other one of now.
 */
export function whenOf({ day, time }: When, timeZone: string | undefined) {
  if (day === undefined && time === undefined) return {};
  const nowMs = Date.now();
  const ms = zonedMs(day ?? today(timeZone, nowMs), time ?? clockTime(nowMs, timeZone), timeZone);
  return { occurred_at: new Date(ms).toISOString() };
}

type SaleTimeProps = { draft: When; dispatch: Dispatch<SaleAction> };

/** When the sale took place, in the shop's time zone. */
export function SaleTime({ draft, dispatch }: SaleTimeProps) {
  const zone = useTimeZone();
  const [openedMs] = useState(() => Date.now());
  const lastDay = today(zone, openedMs);
  return (
    <div className={styles.when}>
      <TextField
        label="Day"
        type="date"
        max={lastDay}
        autoComplete="off"
        value={draft.day ?? lastDay}
        onChange={({ currentTarget: { value } }) => {
          // An emptied field has no day.
          if (value !== "") dispatch({ type: "dayChosen", day: value });
        }}
      />
      <TextField
        label="Time"
        type="time"
        autoComplete="off"
        value={draft.time ?? clockTime(openedMs, zone)}
        onChange={({ currentTarget: { value } }) => {
          if (value !== "") dispatch({ type: "timeChosen", time: value });
        }}
      />
    </div>
  );
}
