import type { ReactNode } from "react";

import * as styles from "./visually-hidden.css.ts";

type VisuallyHiddenProps = { children: ReactNode; spoken?: boolean };

/** For screen readers only. With `spoken`, changes of the text are announced. */
export function VisuallyHidden({ children, spoken = false }: VisuallyHiddenProps) {
  const Tag = spoken ? "output" : "span";
  return <Tag className={styles.hidden}>{children}</Tag>;
}
