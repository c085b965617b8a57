import type { GrowthNote } from "#kernel/contract/api/dashboard.ts";
import { texts } from "#kernel/contract/texts.ts";

/** A figure of a span of time, and of as long a span before it. */
export type Compared = Readonly<{ now: number; before: number }>;

/** In percent, to one decimal; null where there is nothing to compare with. */
export function growthPercent({ now, before }: Compared): number | null {
  if (before <= 0) return now <= 0 ? 0 : null;
  // Adding 0 takes the sign from a zero.
  return Math.round(((now - before) / before) * 1000) / 10 + 0;
}

/** This month to date against the same days of last month, never a made-up figure (R11). */
export function toGrowthNote(compared: Compared): GrowthNote {
  const percent = growthPercent(compared);
  if (percent === null) return { percent, note: texts.growth.newThisMonth };
  const sign = percent < 0 ? "" : "+";
  return { percent, note: texts.growth.fromLastMonth(`${sign}${percent.toFixed(1)}%`) };
}
