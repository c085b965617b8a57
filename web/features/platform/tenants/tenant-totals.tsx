import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { sumsOf } from "#web/api/platform.ts";
import type { Stats } from "#web/api/platform.ts";
import { moneyTotal, Totals } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

const REVENUE = "Total revenue";
const COUNTS = ["Total tenants", "Active tenants", "Pending approvals"] as const;

/** Shows labels without figures while loading. */
export function TenantTotals({ stats }: { stats: Stats | undefined }) {
  if (stats === undefined) {
    const waiting = COUNTS.map((name) => ({ name, value: <Bone width="2em" /> }));
    return <Totals waiting items={[{ name: REVENUE, value: <Bone width="6em" /> }, ...waiting]} />;
  }
  const others = sumsOf(stats.revenues).filter(({ currency }) => currency !== "GHS");
  const counts = [stats.totalTenants, stats.activeTenants, stats.pendingApprovals];
  return (
    <Totals
      items={[
        {
          name: REVENUE,
          ...moneyTotal(minorOf(stats.totalRevenue), "GHS"),
          note:
            others.length === 0
              ? undefined
              : `and ${others.map(({ minor, currency }) => formatMoney(minor, currency)).join(", ")}`,
        },
        ...COUNTS.map((name, index) => ({
          name,
          value: (counts[index] ?? 0).toLocaleString("en-GH"),
        })),
      ]}
    />
  );
}
