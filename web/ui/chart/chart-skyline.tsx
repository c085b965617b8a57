import { scaleLinear } from "d3-scale";
import { area, curveStepAfter } from "d3-shape";

import { anchorAt, highestOf, shortFigures } from "./chart-points.ts";
import type { ChartPoint } from "./chart-points.ts";
import * as styles from "./chart.css.ts";

const BASE = 232;
const ROOM_FOR_VALUES = 26;
const LABELS = 4;

/** For more bars than fit on a phone: no gaps, and only the highest has a label. */
export function ChartSkyline({ points }: { points: readonly ChartPoint[] }) {
  const count = points.length;
  const y = scaleLinear()
    .domain([0, Math.max(1, ...points.map(({ minor }) => minor))])
    .range([BASE, ROOM_FOR_VALUES]);
  const outline = area<ChartPoint>()
    .x((_, index) => index)
    .y0(BASE)
    .y1(({ minor }) => y(Math.max(0, minor)))
    .curve(curveStepAfter);
  // Each step ends at the next point, so the last one needs an extra point.
  const steps = [...points, ...points.slice(-1)];
  const percent = (index: number) => ((index + 0.5) / count) * 100;
  const highest = highestOf(points);
  const top = points[highest];
  const named = Array.from({ length: LABELS }, (_, step) =>
    Math.round((step * (count - 1)) / (LABELS - 1)),
  );
  return (
    <svg className={styles.drawing} aria-hidden>
      {/* Stretched to the available width, so it contains no strokes or text. */}
      <svg width="100%" height={BASE} viewBox={`0 0 ${count} ${BASE}`} preserveAspectRatio="none">
        <path className={styles.fill} d={outline(steps) ?? undefined} />
      </svg>
      {top !== undefined && top.minor > 0 && (
        <text
          className={styles.valueText}
          x={`${percent(highest)}%`}
          y={y(top.minor) - 8}
          textAnchor={anchorAt(percent(highest))}
        >
          {top.label}: {shortFigures(points)(top.minor)}
        </text>
      )}
      {named.map((index) => (
        <text
          key={index}
          className={styles.axisText}
          x={`${percent(index)}%`}
          y={BASE + 20}
          textAnchor={anchorAt(percent(index))}
        >
          {points[index]?.label}
        </text>
      ))}
      <line className={styles.baseline} x1="0" x2="100%" y1={BASE + 0.5} y2={BASE + 0.5} />
    </svg>
  );
}
