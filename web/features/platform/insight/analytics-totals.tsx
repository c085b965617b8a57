import type { Analytics } from "#kernel/contract/api/platform.ts";
import { Bone } from "#web/ui/skeleton.tsx";
import { Totals } from "#web/ui/totals.tsx";

const figure = (count: number | undefined) =>
  count === undefined ? <Bone width="2em" /> : count.toLocaleString("en-GH");

export function AnalyticsTotals({ analytics }: { analytics: Analytics | undefined }) {
  const tenants = analytics?.byStatus.reduce((sum, status) => sum + status.tenants, 0);
  const retention = analytics?.retention;
  return (
    <Totals
      plain
      items={[
        { name: "Tenants", value: figure(tenants), note: "of every status" },
        { name: "New", value: figure(analytics?.tenantsByMonth[0]?.added), note: "this month" },
        { name: "Selling", value: figure(analytics?.sellingTenants), note: "in the last 30 days" },
        {
          name: "Retention",
          value: retention === undefined ? <Bone width="3em" /> : `${retention}%`,
          note: "sold before and still do",
        },
      ]}
    />
  );
}
