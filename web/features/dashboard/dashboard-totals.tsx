import type { Dashboard } from "#kernel/contract/api/dashboard.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { currencyOf } from "#web/api/session.ts";
import { minorOf } from "#web/api/wire-money.ts";
import { Figure } from "#web/ui/money.tsx";
import { Totals } from "#web/ui/totals.tsx";

/** A sum of seven digits and more takes the smaller of the two lead sizes. */
const LONG_MINOR = 100_000_000;

const figure = (count: number): string => count.toLocaleString("en-GH");

export function DashboardTotals({ dashboard }: { dashboard: Dashboard }) {
  const currency = currencyOf(dashboard.currency);
  const totalMinor = minorOf(dashboard.totalSales);
  const others = dashboard.otherCurrencies.map((other) =>
    formatMoney(minorOf(other.totalSales), currencyOf(other.currency)),
  );
  return (
    <Totals
      items={[
        {
          name: "Total Sales",
          value: <Figure minor={totalMinor} currency={currency} />,
          note: others.length === 0 ? undefined : `and ${others.join(", ")}`,
          long: Math.abs(totalMinor) >= LONG_MINOR,
        },
        { name: "Orders", value: figure(dashboard.totalOrders) },
        { name: "Customers", value: figure(dashboard.totalCustomers) },
        { name: "Products", value: figure(dashboard.totalProducts) },
      ]}
    />
  );
}
