import type { Analytics } from "#kernel/contract/api/platform/figures.ts";
import { counted } from "#web/format/counts.ts";
import { ChartWaiting } from "#web/ui/chart/chart.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import { MonthChart } from "./month-chart.tsx";

/** Charts count in hundredths, as money does. */
const HUNDREDTHS = 100;

type TenantGrowthProps = { months: Analytics["tenantsByMonth"] | undefined };

/** Tenants at the end of each month. */
export function TenantGrowth({ months }: TenantGrowthProps) {
  return (
    <Section title="Tenant growth">
      {months === undefined ? (
        <ChartWaiting />
      ) : (
        <MonthChart
          what="Tenants at the end"
          unit={() => "Tenants"}
          columns={["New", "Tenants"]}
          months={months.toReversed().map(({ month, added, total }) => ({
            month,
            minor: total * HUNDREDTHS,
            text: counted(total, "tenant"),
            cells: [added.toLocaleString("en-GH"), total.toLocaleString("en-GH")],
          }))}
        />
      )}
    </Section>
  );
}
