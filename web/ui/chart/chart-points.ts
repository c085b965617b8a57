/** One bar of a chart. */
export type ChartPoint = Readonly<{
  key: string;
  /** The label below: "Nov", "14". */
  label: string;
  minor: number;
  /** An incomplete period: hatched, and named by the legend. */
  running?: boolean;
}>;

const SCALES = [
  { from: 1_000_000_000, divisor: 100_000_000, mark: "m", word: "million" },
  { from: 1_000_000, divisor: 100_000, mark: "k", word: "thousand" },
] as const;
const PLAIN = { divisor: 100, mark: "", word: "" } as const;

const scaleOf = (points: readonly ChartPoint[]) => {
  const largest = Math.max(0, ...points.map(({ minor }) => minor));
  return SCALES.find(({ from }) => largest >= from) ?? PLAIN;
};

/** "GH₵ thousand": the unit of the short figures in a chart. */
export const unitOf = (sign: string, points: readonly ChartPoint[]): string =>
  `${sign} ${scaleOf(points).word}`.trim();

/** "46.3k": short enough for the top of a bar. The table has the exact amount. */
export function shortFigures(points: readonly ChartPoint[]): (minor: number) => string {
  const { divisor, mark } = scaleOf(points);
  if (mark === "") return (minor) => Math.round(minor / divisor).toLocaleString("en-GH");
  return (minor) => (minor === 0 ? "0" : `${(minor / divisor).toFixed(1)}${mark}`);
}

export const highestOf = (points: readonly ChartPoint[]): number =>
  points.reduce((best, { minor }, index) => (minor > (points[best]?.minor ?? 0) ? index : best), 0);

const EDGE = 8;

/** A label near an edge is aligned away from it. */
export function anchorAt(percent: number): "start" | "middle" | "end" {
  if (percent < EDGE) return "start";
  return percent > 100 - EDGE ? "end" : "middle";
}
