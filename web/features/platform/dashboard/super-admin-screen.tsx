import { lazy, Suspense } from "react";

import { PeriodDays } from "#kernel/contract/api/reports/period.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

import { DashboardHead } from "./dashboard-head.tsx";
import { Overview } from "./overview.tsx";

/** The first period is the default. */
const PERIODS: readonly [PeriodDays, ...PeriodDays[]] = [
  "30",
  ...PeriodDays.options.filter((days) => days !== "30"),
];

export const usePlatformPeriod = () => useChoiceParam<PeriodDays>("period", PERIODS);

const Inbox = lazy(async () => ({ default: (await import("./inbox.tsx")).Inbox }));
const Activity = lazy(async () => ({ default: (await import("./activity.tsx")).Activity }));
const AccessLog = lazy(async () => ({ default: (await import("./access-log.tsx")).AccessLog }));

const TABS = [
  { value: "overview", label: "Overview" },
  { value: "inbox", label: "Inbox" },
  { value: "activity", label: "Activity" },
  { value: "access", label: "Access log" },
] as const;

export default function SuperAdminScreen() {
  const tab = useChoiceParam("tab", ["overview", "inbox", "activity", "access"]);
  const period = usePlatformPeriod();
  return (
    <>
      <DashboardHead period={tab.value === "overview" ? period : undefined} />
      <Tabs label="Platform" tabs={TABS} value={tab.value} onChange={tab.choose}>
        <Suspense fallback={<SkeletonRows rows={6} kind="list" label="Loading…" />}>
          {tab.value === "overview" && <Overview period={period.value} />}
          {tab.value === "inbox" && <Inbox />}
          {tab.value === "activity" && <Activity />}
          {tab.value === "access" && <AccessLog />}
        </Suspense>
      </Tabs>
    </>
  );
}
