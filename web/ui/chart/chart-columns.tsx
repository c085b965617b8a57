import { scaleBand, scaleLinear } from "d3-scale";
import { useId } from "react";

import { Hatch } from "./chart-hatch.tsx";
import { anchorAt, highestOf, shortFigures } from "./chart-points.ts";
import type { ChartPoint } from "./chart-points.ts";
import * as styles from "./chart.css.ts";

const BASE = 232;
const ROOM_FOR_VALUES = 26;
const CORNER = 4;
const MOST_VALUED = 8;
const LABELS = 6;

/** One bar per item. Values are above all bars if they fit, otherwise only above the highest. */
export function ChartColumns({ points }: { points: readonly ChartPoint[] }) {
  const hatch = useId();
  const { bars, width, radius } = layOut(points);
  return (
    <svg className={styles.drawing} aria-hidden>
      <Hatch id={hatch} />
      {/* The lower edge cuts off the rounded corners at the base line. */}
      <svg width="100%" height={BASE}>
        {bars.map(({ key, left, height, running }) => (
          <rect
            key={key}
            className={running === true ? undefined : styles.fill}
            fill={running === true ? `url(#${hatch})` : undefined}
            x={`${left}%`}
            width={`${width}%`}
            y={BASE - height}
            height={height === 0 ? 0 : height + CORNER}
            rx={radius}
          />
        ))}
      </svg>
      {bars.map(({ key, value, anchor, name, middle, height }) => (
        <g key={key}>
          {value !== undefined && (
            <text
              className={styles.valueText}
              x={`${middle}%`}
              y={BASE - height - 8}
              textAnchor={anchor}
            >
              {value}
            </text>
          )}
          {name !== undefined && (
            <text className={styles.axisText} x={`${middle}%`} y={BASE + 20} textAnchor="middle">
              {name}
            </text>
          )}
        </g>
      ))}
      <line className={styles.baseline} x1="0" x2="100%" y1={BASE + 0.5} y2={BASE + 0.5} />
    </svg>
  );
}

/** x in percent of the width, y in pixels. */
function layOut(points: readonly ChartPoint[]) {
  const few = points.length <= MOST_VALUED;
  const x = scaleBand()
    .domain(points.map(({ key }) => key))
    .range([0, 100])
    .paddingInner(few ? 0.42 : 0.3)
    .paddingOuter(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...points.map(({ minor }) => minor))])
    .range([0, BASE - ROOM_FOR_VALUES]);
  const every = few ? 1 : Math.ceil(points.length / LABELS);
  // Centred in its section, so that no label crosses an edge.
  const isNamed = (index: number) => index % every === Math.floor(every / 2);
  const highest = highestOf(points);
  const short = shortFigures(points);
  const valueOf = (minor: number, index: number) =>
    few || (index === highest && minor > 0) ? short(minor) : undefined;
  const bars = points.map(({ key, label, minor, running }, index) => {
    const left = x(key) ?? 0;
    const middle = left + x.bandwidth() / 2;
    return {
      key,
      running,
      left,
      middle,
      height: y(Math.max(0, minor)),
      value: valueOf(minor, index),
      anchor: few ? ("middle" as const) : anchorAt(middle),
      name: isNamed(index) ? label : undefined,
    };
  });
  return { bars, width: x.bandwidth(), radius: few ? CORNER : CORNER / 2 };
}
