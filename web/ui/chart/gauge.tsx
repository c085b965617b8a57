import type { ReactNode } from "react";

import { panel } from "#web/ui/layout/panel.css.ts";

import * as styles from "./gauge.css.ts";

export type GaugeRow = Readonly<{
  name: string;
  /** Undefined while unknown. */
  percent: number | undefined;
  /** A warning: the bar and the figure turn amber. */
  high?: boolean;
  /** A remark beside the figure, such as "(default)". */
  mark?: string | undefined;
  /** Names the whole that this is a share of. */
  note?: string | undefined;
}>;

/** Shares of a whole, listed vertically. */
export function Gauges({ rows, waiting }: { rows: readonly GaugeRow[]; waiting?: ReactNode }) {
  return (
    <ul className={panel}>
      {rows.map(({ name, percent, high = false, mark, note }) => (
        <li key={name} className={styles.row} data-high={high || undefined}>
          <span className={styles.name}>{name}</span>
          <svg className={styles.meter} aria-hidden>
            <rect className={styles.track} width="100%" height="8" rx="4" />
            {percent !== undefined && percent > 0 && (
              <rect
                className={styles.fill}
                width={`${Math.min(100, percent)}%`}
                height="8"
                rx="4"
              />
            )}
          </svg>
          <b className={styles.figure}>
            {percent === undefined ? (waiting ?? "–") : `${percent}%`}
            {mark !== undefined && <span className={styles.mark}> {mark}</span>}
          </b>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
