import type { GrowthNote } from "#kernel/contract/api/reports/dashboard.ts";
import { signedPercent } from "#kernel/contract/percent.ts";
import { serverTexts } from "#kernel/contract/texts.ts";

/** A figure for a period and for the period of the same length before it. */
export type Comparison = Readonly<{ now: number; before: number }>;

/** In percent, to one decimal. Null if there is nothing to compare with. */
export function growthPercent({ now, before }: Comparison): number | null {
  if (before <= 0) return now <= 0 ? 0 : null;
  // Adding 0 turns -0 into 0.
  return Math.round(((now - before) / before) * 1000) / 10 + 0;
}

/** A period of whole days. */
type Period = Readonly<{
  days: number;
  /** False while its last day runs. */
  isOver: boolean;
}>;

/** Compares this month to date with the same days of last month. */
export function toMonthGrowth(compared: Comparison): GrowthNote {
  const percent = growthPercent(compared);
  return percent === null
    ? { percent, note: serverTexts.newThisMonth }
    : { percent, note: serverTexts.fromLastMonth(signedPercent(percent)) };
}

/**
 * Compares a period with as many days before it. There is no note if those had nothing, and none
 * that compares a day that still runs with a whole one.
 */
export function toPeriodGrowth(compared: Comparison, { days, isOver }: Period): GrowthNote {
  const percent = compared.before > 0 ? growthPercent(compared) : null;
  return percent === null || (days === 1 && !isOver)
    ? { percent: null, note: "" }
    : { percent, note: serverTexts.fromDaysBefore(signedPercent(percent), days) };
}
