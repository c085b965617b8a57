import type { ChangeEvent } from "react";

import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./stepper.css.ts";

type StepperProps = {
  id?: string;
  /** Accessible name of the figure; leave out if a visible label refers to its `id`. */
  label?: string;
  /** The noun for the names of the two buttons. */
  thing?: string;
  value: string;
  onChange: (value: string) => void;
  scale?: "row" | "large";
  max: number;
  "aria-invalid"?: true | undefined;
  "aria-describedby"?: string | undefined;
};

const LEAST = 1;

/** A whole number from 1 on. Typed text stays as typed; the buttons count from it. */
export function Stepper({
  label,
  thing,
  value,
  onChange,
  scale = "row",
  max,
  ...wiring
}: StepperProps) {
  const count = /^\d+$/.test(value.trim()) ? Number(value) : 0;
  const of = thing === undefined ? "" : ` ${thing}`;
  const step = (by: number) => onChange(String(Math.min(max, Math.max(LEAST, count + by))));
  return (
    <span className={styles.stepper({ scale })}>
      <button
        type="button"
        className={styles.press}
        aria-label={`One less${of}`}
        disabled={count <= LEAST}
        onClick={() => step(-1)}
      >
        <Icon name="minus" size={scale === "row" ? "small" : "medium"} />
      </button>
      <input
        {...wiring}
        className={styles.input({ scale })}
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
      />
      <button
        type="button"
        className={styles.press}
        aria-label={`One more${of}`}
        disabled={count >= max}
        onClick={() => step(1)}
      >
        <Icon name="plus" size={scale === "row" ? "small" : "medium"} />
      </button>
    </span>
  );
}
