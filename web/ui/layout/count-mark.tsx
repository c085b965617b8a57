import type { ReactNode } from "react";

import * as styles from "./count-mark.css.ts";

/** A small count, in the corner of an icon or at the end of a line. */
export function CountMark({ place, children }: { place: "corner" | "end"; children: ReactNode }) {
  return <span className={styles.mark({ place })}>{children}</span>;
}
