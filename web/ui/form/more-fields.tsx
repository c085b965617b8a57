import { useState } from "react";
import type { ReactNode } from "react";

import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./more-fields.css.ts";

type MoreFieldsProps = {
  label: string;
  /** Some of these fields are filled or invalid. */
  needed: boolean;
  children: ReactNode;
};

/** Rarely used fields: hidden until opened, filled or invalid. */
export function MoreFields({ label, needed, children }: MoreFieldsProps) {
  const [open, setOpen] = useState(needed);
  return (
    <details
      className={styles.more}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.shut}>
          <Icon name="plus" size="small" />
        </span>
        <span className={styles.opened}>
          <Icon name="minus" size="small" />
        </span>
        {label}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
