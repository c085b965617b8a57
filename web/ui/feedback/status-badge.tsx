import type { ReactNode } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import * as styles from "./badge.css.ts";

export type Tone = "well" | "waiting" | "wrong";

const LEVEL = { well: "good", waiting: "low", wrong: "out" } as const;

type StatusBadgeProps = {
  tone: Tone;
  /** In the place of the mark. */
  icon?: IconName;
  children: ReactNode;
};

/** How something stands: a round, a half or a square mark, and the words. What is well is not filled. */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps) {
  return (
    <span className={styles.badge({ level: LEVEL[tone] })}>
      {icon === undefined ? (
        <span className={styles.mark[tone]} />
      ) : (
        <Icon name={icon} size="small" />
      )}
      {children}
    </span>
  );
}
