import type { PeriodDays } from "#kernel/contract/api/reports/period.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { sumsOf, type Stats } from "#web/api/platform.ts";
import { periods } from "#web/format/days.ts";
import { moneyTotal, Totals, type Total } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import * as styles from "./overview.css.ts";

const NAMES = [
  "Sales of all shops",
  "Average sale",
  "Shops that sold",
  "Trials ending soon",
] as const;

type AnalyticsOverviewProps = { stats: Stats | undefined; period: PeriodDays };

/** Shop activity of the chosen period. */
export function AnalyticsOverview({ stats, period }: AnalyticsOverviewProps) {
  const chosen = periods.find(({ value }) => value === period)?.label ?? "";
  return (
    <Section title="Analytics Overview" link={<span className={styles.quiet}>{chosen}</span>}>
      <Totals plain items={stats === undefined ? WAITING : totalsOf(stats)} />
    </Section>
  );
}

const WAITING: readonly Total[] = NAMES.map((name) => ({
  name,
  value: <Bone width="3em" />,
  note: "…",
}));

function totalsOf({ overview, activeTenants }: Stats): readonly Total[] {
  const [first = { currency: "GHS" as const, minor: 0, orders: 0 }, ...others] = sumsOf(
    overview.revenues,
  );
  const orders = overview.revenues.reduce((sum, revenue) => sum + revenue.orders, 0);
  const average = first.orders === 0 ? 0 : Math.round(first.minor / first.orders);
  return [
    {
      name: NAMES[0],
      ...moneyTotal(first.minor, first.currency),
      note:
        others.length === 0
          ? `${orders.toLocaleString("en-GH")} sales`
          : `and ${others.map(({ minor, currency }) => formatMoney(minor, currency)).join(", ")}`,
    },
    { name: NAMES[1], ...moneyTotal(average, first.currency), note: "a sale" },
    {
      name: NAMES[2],
      value: overview.sellingTenants.toLocaleString("en-GH"),
      note: `of ${activeTenants.toLocaleString("en-GH")} active`,
    },
    {
      name: NAMES[3],
      value: overview.trialsEnding.toLocaleString("en-GH"),
      note: "within 7 days",
    },
  ];
}
