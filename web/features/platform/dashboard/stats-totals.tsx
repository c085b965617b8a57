import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { sumsOf, type Stats } from "#web/api/platform.ts";
import { DEFAULT_MARK, USUAL_UPTIME } from "#web/features/platform/gauges.ts";
import { counted } from "#web/format/counts.ts";
import { moneyTotal, Totals, type Total } from "#web/ui/chart/totals.tsx";
import { growthOf } from "#web/ui/chart/trend.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

/** Shows labels without figures while loading. */
export function StatsTotals({ stats }: { stats: Stats | undefined }) {
  if (stats === undefined) {
    const waiting = ["System Uptime", "Pending Actions"].map((name) => ({
      name,
      value: <Bone width="2.5em" />,
      growth: "waiting" as const,
    }));
    const tenants = {
      name: "Total Tenants",
      value: <Bone width="2em" />,
      growth: "waiting" as const,
    };
    const revenue = { name: "Total Revenue", value: <Bone width="6em" /> };
    return <Totals waiting items={[revenue, tenants, ...waiting]} />;
  }
  return <Totals items={totalsOf(stats)} />;
}

function totalsOf(stats: Stats): readonly Total[] {
  const others = sumsOf(stats.revenues).filter(({ currency }) => currency !== "GHS");
  const { pendingApprovals, criticalIssues, systemUptime, monthlyGrowth } = stats;
  return [
    {
      name: "Total Revenue",
      ...moneyTotal(minorOf(stats.totalRevenue), "GHS"),
      note:
        others.length === 0
          ? undefined
          : `and ${others.map(({ minor, currency }) => formatMoney(minor, currency)).join(", ")}`,
    },
    {
      name: "Total Tenants",
      value: stats.totalTenants.toLocaleString("en-GH"),
      growth: growthOf(monthlyGrowth, "this month"),
    },
    {
      name: "System Uptime",
      value: `${systemUptime ?? USUAL_UPTIME}%`,
      note: systemUptime === undefined ? DEFAULT_MARK : "last 30 days",
    },
    {
      name: "Pending Actions",
      value: (pendingApprovals + criticalIssues).toLocaleString("en-GH"),
      note: `${counted(pendingApprovals, "approval")}, ${criticalIssues.toLocaleString("en-GH")} critical`,
    },
  ];
}
