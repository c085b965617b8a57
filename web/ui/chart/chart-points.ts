/** One bar of a chart. */
export type ChartPoint = Readonly<{
  key: string;
  /** Under it: "Nov", "14". */
  label: string;
  minor: number;
  /** Still going on: it is hatched, and the legend names it. */
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

/** "GH₵ thousand": what the short figures of a chart are counted in. */
export const unitOf = (sign: string, points: readonly ChartPoint[]): string =>
  `${sign} ${scaleOf(points).word}`.trim();

/** "46.3k": short enough for the head of a bar; the table beside the chart has it to the pesewa. */
export function shortFigures(points: readonly ChartPoint[]): (minor: number) => string {
  const { divisor, mark } = scaleOf(points);
  if (mark === "") return (minor) => Math.round(minor / divisor).toLocaleString("en-GH");
  return (minor) => (minor === 0 ? "0" : `${(minor / divisor).toFixed(1)}${mark}`);
}

export const highestOf = (points: readonly ChartPoint[]): number =>
  points.reduce((best, { minor }, index) => (minor > (points[best]?.minor ?? 0) ? index : best), 0);

const EDGE = 8;

/** A text near an edge grows away from it. */
export function anchorAt(percent: number): "start" | "middle" | "end" {
  if (percent < EDGE) return "start";
  return percent > 100 - EDGE ? "end" : "middle";
}
