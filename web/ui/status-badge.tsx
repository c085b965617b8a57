import type { ReactNode } from "react";

import * as styles from "./badge.css.ts";

export type Tone = "well" | "waiting" | "wrong";

const LEVEL = { well: "good", waiting: "low", wrong: "out" } as const;

/** How something stands: a round, a half or a square mark, and the words. What is well is not filled. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge({ level: LEVEL[tone] })}>
      <span className={styles.mark[tone]} />
      {children}
    </span>
  );
}
