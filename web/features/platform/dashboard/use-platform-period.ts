import { PeriodDays } from "#kernel/contract/api/dashboard.ts";
import { useChoiceParam } from "#web/ui/use-choice-param.ts";

/** The first is what an address without a period means. */
const PERIODS: readonly [PeriodDays, ...PeriodDays[]] = [
  "30",
  ...PeriodDays.options.filter((days) => days !== "30"),
];

export const usePlatformPeriod = () => useChoiceParam<PeriodDays>("period", PERIODS);
