import { lazy, Suspense, useId } from "react";
import type { ReactNode } from "react";

import { Bone, LoadingStatus } from "#web/ui/feedback/skeleton.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { Hatch } from "./chart-hatch.tsx";
import type { ChartPoint } from "./chart-points.ts";
import * as styles from "./chart.css.ts";

const Columns = lazy(async () => ({
  default: (await import("./chart-columns.tsx")).ChartColumns,
}));
const Skyline = lazy(async () => ({
  default: (await import("./chart-skyline.tsx")).ChartSkyline,
}));

const MOST_COLUMNS = 31;
const BONES = ["58%", "66%", "62%", "72%", "78%", "50%"];

type ChartProps = {
  points: readonly ChartPoint[];
  /** A sentence for screen readers that sums up the chart. */
  label: string;
  /** The unit of the figures. */
  unit: string;
  /** Explains the hatched bar. */
  running?: string | undefined;
  /** The same data as a table. */
  table: ReactNode;
};

/** A chart with a text alternative and, on request, a table. */
export function Chart({ points, label, unit, running, table }: ChartProps) {
  const isFine = points.length > MOST_COLUMNS;
  const Drawing = isFine ? Skyline : Columns;
  return (
    <Panel>
      <div className={styles.pad}>
        <p className={styles.legend}>
          <span>{unit}</span>
          {running !== undefined && !isFine && <Running>{running}</Running>}
        </p>
        <figure className={styles.plot}>
          <figcaption>
            <VisuallyHidden>{label}</VisuallyHidden>
          </figcaption>
          <Suspense>
            <Drawing points={points} />
          </Suspense>
        </figure>
        {table}
      </div>
    </Panel>
  );
}

/** Placeholder with the height of a chart whose table is closed. */
export function ChartWaiting({ label }: { label?: string }) {
  return (
    <Panel>
      <div className={styles.pad}>
        <p className={styles.legend}>
          {label === undefined ? <Bone width="6em" /> : <LoadingStatus label={label} />}
        </p>
        <div className={styles.plot}>
          <ul aria-hidden className={styles.plotBones}>
            {BONES.map((height) => (
              <li key={height} className={styles.plotBone} style={{ height }} />
            ))}
          </ul>
        </div>
        <div className={styles.tableWaiting} />
      </div>
    </Panel>
  );
}

function Running({ children }: { children: string }) {
  const hatch = useId();
  return (
    <span className={styles.key}>
      <svg className={styles.swatch} aria-hidden>
        <Hatch id={hatch} />
        <rect width="14" height="14" rx="3" fill={`url(#${hatch})`} />
      </svg>
      {children}
    </span>
  );
}

/** A bar for a share of the largest; the row has the figure. */
export function ChartBar({ part }: { part: number }) {
  return (
    <svg className={styles.bar} aria-hidden>
      <rect className={styles.fill} width={`${Math.max(0, part) * 100}%`} height="6" rx="3" />
    </svg>
  );
}
