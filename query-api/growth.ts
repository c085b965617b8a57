import type { GrowthNote } from "#kernel/contract/api/dashboard.ts";
import { serverTexts, texts } from "#kernel/contract/texts.ts";

/** A figure for a period and for the period of the same length before it. */
export type Comparison = Readonly<{ now: number; before: number }>;

/** In percent, to one decimal. Null if there is nothing to compare with. */
export function growthPercent({ now, before }: Comparison): number | null {
  if (before <= 0) return now <= 0 ? 0 : null;
  // Adding 0 turns -0 into 0.
  return Math.round(((now - before) / before) * 1000) / 10 + 0;
}

/** Compares this month to date with the same days of last month. */
export function toGrowthNote(compared: Comparison): GrowthNote {
  const percent = growthPercent(compared);
  if (percent === null) return { percent, note: serverTexts.newThisMonth };
  const sign = percent < 0 ? "" : "+";
  return { percent, note: texts.growth.fromLastMonth(`${sign}${percent.toFixed(1)}%`) };
}
