import { PeriodDays } from "#kernel/contract/api/dashboard.ts";

export const periods: readonly { value: PeriodDays; label: string }[] = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last year" },
];

const DEFAULT_PERIOD: PeriodDays = "30";

/** The period an address names. */
export const periodOf = (params: URLSearchParams): PeriodDays =>
  PeriodDays.safeParse(params.get("period")).data ?? DEFAULT_PERIOD;
