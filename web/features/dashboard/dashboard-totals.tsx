import type { Dashboard } from "#kernel/contract/api/reports/dashboard.ts";
import { soldIn } from "#web/format/money.ts";
import { useCan } from "#web/state/use-session.ts";
import { useTraceTotals } from "#web/state/use-trace.ts";
import { moneyTotal, type Total, Totals } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

const figure = (count: number | undefined) =>
  count === undefined ? <Bone width="2.5em" /> : count.toLocaleString("en-GH");

/** Shows labels without figures while loading. */
export function DashboardTotals({ dashboard }: { dashboard: Dashboard | undefined }) {
  // Without access to reports there is no comparison with last month.
  const comparing = useCan("see-reports");
  const press = useTraceTotals(dashboard);
  const growth = (of: keyof NonNullable<Dashboard["growth"]>) =>
    dashboard === undefined && comparing ? "waiting" : dashboard?.growth?.[of];
  const items: readonly Total[] = [
    {
      name: "Total Sales",
      ...totalSales(dashboard),
      growth: growth("sales"),
      press: press("Total Sales", "sales.total"),
    },
    {
      name: "Orders",
      value: figure(dashboard?.totalOrders),
      growth: growth("orders"),
      press: press("Orders", "sales.orders"),
    },
    {
      name: "Customers",
      value: figure(dashboard?.totalCustomers),
      growth: growth("customers"),
      press: press("Customers", "customers"),
    },
    {
      name: "Products",
      value: figure(dashboard?.totalProducts),
      growth: growth("products"),
      press: press("Products", "products"),
    },
  ];
  return <Totals waiting={dashboard === undefined} items={items} />;
}

function totalSales(dashboard: Dashboard | undefined) {
  if (dashboard === undefined) return { value: <Bone width="5em" /> };
  const { minor, currency, note } = soldIn(dashboard);
  return { ...moneyTotal(minor, currency), note };
}
