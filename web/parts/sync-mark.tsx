import type { ReactNode } from "react";

import * as styles from "./sync-mark.css.ts";

type SyncMarkProps = { lost?: boolean; children: ReactNode };

/** How it stands between the device and the server, in a word. */
export function SyncMark({ lost = false, children }: SyncMarkProps) {
  if (lost) return <span className={styles.lost}>{children}</span>;
  return (
    <span className={styles.well}>
      <span className={styles.dot} />
      {children}
    </span>
  );
}
