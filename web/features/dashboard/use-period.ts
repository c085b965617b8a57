import { useSearchParams } from "wouter";

import { periodOf } from "#web/format/periods.ts";

/** The chosen period, kept in the address so that Back and a reload find it again. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const choose = (value: string) => setParams({ period: value }, { replace: true });
  return { period: periodOf(params), choose };
}
