import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { soldIn } from "#web/format/money.ts";
import { useTraceTotals } from "#web/state/use-trace.ts";
import { moneyTotal, Totals } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

const NAMES = ["Total Sales", "Total Orders", "Total Customers", "Total Products"] as const;

/** Shows labels without figures while loading. */
export function ReportTotals({ report }: { report: ReportSummary | undefined }) {
  const press = useTraceTotals(report);
  if (report === undefined) {
    const items = NAMES.map((name, index) => ({
      name,
      value: <Bone width={index === 0 ? "5em" : "2.5em"} />,
      growth: "waiting" as const,
    }));
    return <Totals waiting items={items} />;
  }
  const [sales, orders, customers, products] = NAMES;
  const { minor, currency, note } = soldIn(report);
  const counted = (count: number) => ({ value: count.toLocaleString("en-GH") });
  const { growth } = report;
  return (
    <Totals
      items={[
        {
          name: sales,
          ...moneyTotal(minor, currency),
          note,
          growth: growth?.sales,
          press: press(sales, "sales.total"),
        },
        {
          name: orders,
          ...counted(report.totalOrders),
          growth: growth?.orders,
          press: press(orders, "sales.orders"),
        },
        {
          name: customers,
          ...counted(report.totalCustomers),
          growth: growth?.customers,
          press: press(customers, "customers"),
        },
        {
          name: products,
          ...counted(report.totalProducts),
          growth: growth?.products,
          press: press(products, "products"),
        },
      ]}
    />
  );
}
