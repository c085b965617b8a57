import type { ReactNode } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import * as styles from "./badge.css.ts";

export type Tone = "well" | "waiting" | "wrong";

const LEVEL = { well: "good", waiting: "low", wrong: "out" } as const;

type StatusBadgeProps = {
  tone: Tone;
  /** Shown instead of the mark. */
  icon?: IconName;
  children: ReactNode;
};

/**
 * A status: a round, half or square mark and a text. Only states that need attention are filled.
 */
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
