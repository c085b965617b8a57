import { useSearchParams } from "wouter";

import { PeriodDays } from "#kernel/contract/api/dashboard.ts";

export const DEFAULT_PERIOD: PeriodDays = "30";

export const periods: readonly { value: PeriodDays; label: string }[] = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last year" },
];

/** The chosen period, kept in the address so that Back and a reload find it again. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const parsed = PeriodDays.safeParse(params.get("period"));
  const choose = (value: string) => setParams({ period: value }, { replace: true });
  return { period: parsed.success ? parsed.data : DEFAULT_PERIOD, choose };
}
