import { useState } from "react";
import type { ReactNode } from "react";

import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./more-fields.css.ts";

type MoreFieldsProps = {
  label: string;
  /** Something stands in them, or is wrong with them. */
  needed: boolean;
  children: ReactNode;
};

/** What few forms are filled with: out of the way until it is asked for or there is something in it. */
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
