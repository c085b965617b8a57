import { signedPercent } from "#kernel/contract/percent.ts";
import { Icon } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./trend.css.ts";

/**
 * `note` is the whole text, such as "+9.4% from last month". `percent` is null if there was
 * nothing to compare with.
 */
export type Growth = Readonly<{ percent: number | null; note: string }>;

export const growthOf = (percent: number, against: string): Growth => ({
  percent,
  note: `${signedPercent(percent)} ${against}`,
});

/** The change against an earlier period: an arrow, a percentage, and the period. */
export function Trend({ growth: { percent, note } }: { growth: Growth }) {
  if (percent === null) return note;
  const [figure = "", ...rest] = note.split(" ");
  return (
    <>
      <TrendFigure percent={percent} text={figure} arrow /> {rest.join(" ")}
    </>
  );
}

type TrendFigureProps = Readonly<{ percent: number; text?: string; arrow?: boolean }>;

/** The direction is never shown by colour alone. */
export function TrendFigure({ percent, text, arrow = false }: TrendFigureProps) {
  const way = percent < 0 ? "down" : "up";
  return (
    <span className={styles.way[percent === 0 ? "level" : way]}>
      {percent !== 0 && (
        <>
          {arrow && <Icon name={way} size="small" />}
          <VisuallyHidden>{way} </VisuallyHidden>
        </>
      )}
      {text ?? signedPercent(percent)}
    </span>
  );
}
