import type { DatabaseReport } from "#kernel/contract/api/platform/figures.ts";
import { counted } from "#web/format/counts.ts";
import { Totals } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { bytesText, lagText } from "#web/ui/layout/sizes.ts";

export function DatabaseTotals({ report }: { report: DatabaseReport | undefined }) {
  if (report === undefined) {
    const names = ["Events", "Size", "Lag", "Stuck"];
    const waiting = names.map((name) => ({ name, value: <Bone width="3em" />, note: "…" }));
    return <Totals plain items={waiting} />;
  }
  const { events, tenants, bytes, lagMs, eventsBehind, tenantsBehind, parked } = report;
  return (
    <Totals
      plain
      items={[
        {
          name: "Events",
          value: events.toLocaleString("en-GH"),
          note: `of ${counted(tenants, "tenant")}`,
        },
        { name: "Size", value: bytesText(bytes), note: "log and read models" },
        {
          name: "Lag",
          value: lagText(lagMs),
          note:
            tenantsBehind === 0
              ? "read models are up to date"
              : `${counted(eventsBehind, "event")} of ${counted(tenantsBehind, "tenant")}`,
        },
        {
          name: "Stuck",
          value: parked.toLocaleString("en-GH"),
          note: parked === 0 ? "nothing has stopped" : "see below",
        },
      ]}
    />
  );
}
