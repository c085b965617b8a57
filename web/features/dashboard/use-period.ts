import { useSearchParams } from "wouter";

import type { PeriodDays } from "#kernel/contract/api/dashboard.ts";

import { periodOf } from "./dashboard-query.ts";

export const periods: readonly { value: PeriodDays; label: string }[] = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last year" },
];

/** The chosen period, kept in the address so that Back and a reload find it again. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const choose = (value: string) => setParams({ period: value }, { replace: true });
  return { period: periodOf(params), choose };
}
