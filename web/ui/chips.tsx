import { useId } from "react";
import type { ReactNode } from "react";

import * as styles from "./chips.css.ts";

export type Chip<Value extends string> = {
  value: Value;
  label: string;
  mark?: ReactNode;
  /** How many it leaves; nothing while that is not known. */
  count: number | undefined;
};

type ChipsProps<Value extends string> = {
  legend: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Filters a list by one choice; real radio buttons in a row that scrolls sideways on a phone. */
export function Chips<Value extends string>({ legend, chips, value, onChange }: ChipsProps<Value>) {
  const name = useId();
  return (
    <div className={styles.chips} role="radiogroup" aria-label={legend}>
      {chips.map((chip) => (
        <label key={chip.value} className={styles.chip}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={chip.value === value}
            onChange={() => onChange(chip.value)}
          />
          {chip.mark}
          {chip.label}
          <span className={styles.count}>{chip.count?.toLocaleString("en-GH") ?? "–"}</span>
        </label>
      ))}
    </div>
  );
}
