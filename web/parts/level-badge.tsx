import type { ReactNode } from "react";

import * as styles from "#web/ui/feedback/badge.css.ts";

export type Level = "out" | "low" | "medium" | "good";

const BARS: Record<Level, number> = { out: 0, low: 1, medium: 2, good: 3 };
const SHAPES = [
  { x: 0, y: 7, height: 5 },
  { x: 5, y: 4, height: 8 },
  { x: 10, y: 0, height: 12 },
];

type LevelProps = { level: Level | undefined; children: ReactNode };

/** A stock level as three bars and text; without a level, the text alone. */
export function LevelBadge({ level, children }: LevelProps) {
  return (
    <span className={styles.badge({ level })}>
      {level && <LevelBars level={level} />}
      {children}
    </span>
  );
}

/** The subject of a dialog: a name and its stock level. */
export function NamedLevel(props: LevelProps & { name: string }) {
  const { name, ...badge } = props;
  return (
    <p className={styles.named}>
      {name}
      <LevelBadge {...badge} />
    </p>
  );
}

export function LevelBars({ level }: { level: Level }) {
  return (
    <svg className={styles.bars} viewBox="0 0 14 12" aria-hidden>
      {SHAPES.map((bar, index) => (
        <rect key={bar.x} {...bar} width="4" rx="1" data-on={index < BARS[level] || undefined} />
      ))}
    </svg>
  );
}
