import { panel } from "#web/ui/layout/panel.css.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./state.css.ts";
import { STILL_LOADING, useSlow } from "./use-slow.ts";

const WIDTHS = ["46%", "38%", "52%", "34%", "44%", "40%"];

type SkeletonRowsProps = {
  rows: number;
  kind: "list" | "line" | "ranking" | "table" | "lines";
  /** For pages without another loading text. */
  label?: string;
};

export function SkeletonRows({ rows, kind, label }: SkeletonRowsProps) {
  return (
    <div className={styles.bones}>
      {label !== undefined && <LoadingStatus label={label} />}
      <ul className={panel} aria-hidden>
        {Array.from({ length: rows }, (_, index) => (
          <li key={index} className={styles.boneRow({ kind })}>
            <span className={styles.bone} style={{ width: WIDTHS[index % WIDTHS.length] }} />
            <span className={styles.thin} style={{ width: "38%" }} />
            {kind === "lines" && (
              <>
                <span className={styles.thin} style={{ width: "33%" }} />
                <span className={styles.thin} style={{ width: "52%" }} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A grey bar instead of a figure or word. */
export function Bone({ width }: { width: string }) {
  return <span aria-hidden className={styles.figureBone} style={{ width }} />;
}

/** Announces loading, and after eight seconds that it is still loading. */
export function LoadingStatus({ label }: { label: string }) {
  const slow = useSlow(true);
  if (slow) return <output className={styles.slow}>{STILL_LOADING}</output>;
  return <VisuallyHidden spoken>{label}</VisuallyHidden>;
}
