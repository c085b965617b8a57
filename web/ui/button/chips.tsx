import { useId } from "react";
import type { ReactNode } from "react";

import * as styles from "./chips.css.ts";

export type Chip<Value extends string> = {
  value: Value;
  label: string;
  mark?: ReactNode;
  /** How many it leaves; undefined while that is not known, left out where it leaves nothing out. */
  count?: number | undefined;
};

type ChipsProps<Value extends string> = {
  legend: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** At the till: large, and in one line at every width. */
  till?: boolean;
};

/** Filters a list by one choice; real radio buttons in a row that scrolls sideways on a phone. */
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
