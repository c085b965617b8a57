import { useId } from "react";

import * as styles from "./switch-row.css.ts";

type SwitchRowProps = {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch. A real checkbox, so that the keyboard and screen readers work. */
export function SwitchRow({ label, hint, checked, disabled, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name} id={`${id}-name`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.control}
        checked={checked}
        disabled={disabled}
        aria-checked={checked}
        aria-labelledby={`${id}-name`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
