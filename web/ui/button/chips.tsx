import { useId } from "react";
import type { ReactNode } from "react";

import * as styles from "./chips.css.ts";

export type Chip<Value extends string> = {
  value: Value;
  label: string;
  mark?: ReactNode;
  /** The number of matches; undefined while unknown, absent for a choice that filters nothing. */
  count?: number | undefined;
};

type ChipsProps<Value extends string> = {
  legend: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** For the till: large, and always in one line. */
  till?: boolean;
};

/** Filters a list by one choice. Real radio buttons in a row that scrolls sideways on a phone. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { legend, chips, value, onChange, till = false } = props;
  const name = useId();
  return (
    <div className={till ? styles.tillChips : styles.chips} role="radiogroup" aria-label={legend}>
      {chips.map((chip) => (
        <label key={chip.value} className={till ? styles.tillChip : styles.chip}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={chip.value === value}
            onChange={() => onChange(chip.value)}
          />
          {chip.mark}
          {chip.label}
          {"count" in chip && (
            <span className={styles.count}>{chip.count?.toLocaleString("en-GH") ?? "–"}</span>
          )}
        </label>
      ))}
    </div>
  );
}
