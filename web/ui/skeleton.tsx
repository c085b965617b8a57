import { useEffect, useState } from "react";

import { panel } from "./panel.css.ts";
import * as styles from "./state.css.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

const WIDTHS = ["46%", "38%", "52%", "34%", "44%", "40%"];
const SLOW_MS = 8_000;

type SkeletonRowsProps = { rows: number; kind: "list" | "table"; label: string };

export function SkeletonRows({ rows, kind, label }: SkeletonRowsProps) {
  return (
    <div className={styles.bones}>
      <LoadingStatus label={label} />
      <ul className={panel} aria-hidden>
        {Array.from({ length: rows }, (_, index) => (
          <li key={index} className={styles.boneRow({ kind })}>
            <span className={styles.bone} style={{ width: WIDTHS[index % WIDTHS.length] }} />
            <span className={styles.thin} style={{ width: "38%" }} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A grey bar in the place of a figure or a word. */
export function Bone({ width }: { width: string }) {
  return <span aria-hidden className={styles.bone} style={{ width }} />;
}

/** Says that something loads, and after eight seconds that it still does. */
function LoadingStatus({ label }: { label: string }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (slow) {
    return <output className={styles.slow}>Still loading…</output>;
  }
  return <VisuallyHidden spoken>{label}</VisuallyHidden>;
}
