import type { ReactNode } from "react";

import * as styles from "./sync-mark.css.ts";

type SyncMarkProps = { lost?: boolean; children: ReactNode };

/** The state of the connection or of saving, in a word. */
export function SyncMark({ lost = false, children }: SyncMarkProps) {
  if (lost) return <span className={styles.lost}>{children}</span>;
  return (
    <span className={styles.well}>
      <span className={styles.dot} />
      {children}
    </span>
  );
}
