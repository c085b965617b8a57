import type { ReactNode } from "react";

import * as styles from "./visually-hidden.css.ts";

type VisuallyHiddenProps = { children: ReactNode; spoken?: boolean };

/** For ears only. `spoken`: a change of the text is said at once. */
export function VisuallyHidden({ children, spoken = false }: VisuallyHiddenProps) {
  const Tag = spoken ? "output" : "span";
  return <Tag className={styles.hidden}>{children}</Tag>;
}
