import type { Dashboard } from "#kernel/contract/api/dashboard.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { currencyOf } from "#web/api/session.ts";
import { minorOf } from "#web/api/wire-money.ts";
import { Figure } from "#web/ui/money.tsx";
import { Bone } from "#web/ui/skeleton.tsx";
import { Totals } from "#web/ui/totals.tsx";

/** A sum of seven digits and more takes the smaller of the two lead sizes. */
const LONG_MINOR = 100_000_000;

const figure = (count: number | undefined) =>
  count === undefined ? <Bone width="2.5em" /> : count.toLocaleString("en-GH");

/** While there is nothing yet, the strip stands there with its names. */
export function DashboardTotals({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Totals
      waiting={dashboard === undefined}
      items={[
        dashboard === undefined
          ? { name: "Total Sales", value: <Bone width="5em" /> }
          : { name: "Total Sales", ...totalSales(dashboard) },
        { name: "Orders", value: figure(dashboard?.totalOrders) },
        { name: "Customers", value: figure(dashboard?.totalCustomers) },
        { name: "Products", value: figure(dashboard?.totalProducts) },
      ]}
    />
  );
}

function totalSales(dashboard: Dashboard) {
  const totalMinor = minorOf(dashboard.totalSales);
  const others = dashboard.otherCurrencies.map((other) =>
    formatMoney(minorOf(other.totalSales), currencyOf(other.currency)),
  );
  return {
    value: <Figure minor={totalMinor} currency={currencyOf(dashboard.currency)} />,
    note: others.length === 0 ? undefined : `and ${others.join(", ")}`,
    long: Math.abs(totalMinor) >= LONG_MINOR,
  };
}
