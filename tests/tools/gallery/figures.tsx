import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { Chart, ChartBar, ChartWaiting } from "#web/ui/chart/chart.tsx";
import { Gauges } from "#web/ui/chart/gauge.tsx";
import { Money, Sum } from "#web/ui/chart/money.tsx";
import { moneyTotal, Totals } from "#web/ui/chart/totals.tsx";
import { growthOf } from "#web/ui/chart/trend.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

import { Group } from "./group.tsx";

const NOTHING = () => undefined;
const AGAINST = "from last month";
const MONTHS = ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov"].map((label, index) => ({
  key: label,
  label,
  minor: 1_200_000 + index * 234_500,
  running: label === "Nov",
}));
const DAYS = Array.from({ length: 60 }, (_, index) => ({
  key: String(index),
  label: String(index + 1),
  minor: 20_000 + ((index * 7_919) % 90_000),
}));

export function Sums() {
  return (
    <Group title="Totals">
      <Totals
        items={[
          { name: "Total Sales", ...moneyTotal(4_735_250, "GHS"), growth: growthOf(12.5, AGAINST) },
          { name: "Total Orders", value: "1,246", growth: growthOf(-3.2, AGAINST) },
          {
            name: "Total Customers",
            value: "318",
            growth: { percent: null, note: "New this month" },
          },
          { name: "Total Products", value: "164", growth: growthOf(0, AGAINST) },
        ]}
      />
      <Totals
        plain
        items={[
          { name: "Stock value", ...moneyTotal(123_456_789, "GHS"), note: "At selling price" },
          {
            name: "Low stock",
            value: "6",
            press: { label: "Show low stock", pressed: true, onPress: NOTHING },
          },
        ]}
      />
      <Totals
        waiting
        items={[{ name: "Total Sales", value: <Bone width="5em" />, growth: "waiting" }]}
      />
      <Sum
        scale="total"
        rows={[{ name: "Subtotal", value: <Money minor={14_900} currency="GHS" /> }]}
        total={{ name: "Total", value: <Money minor={14_900} currency="GHS" /> }}
      />
    </Group>
  );
}

export function Charts() {
  const table = (
    <ChartTable
      columns={["Month", "Sales"]}
      rows={MONTHS.map(({ key, minor }) => ({
        id: key,
        name: key,
        cells: [<Money key="sales" minor={minor} currency="GHS" />],
      }))}
    />
  );
  return (
    <Group title="Charts and gauges">
      <Chart
        points={MONTHS}
        label="Sales of six months"
        unit="GH₵"
        running="This month"
        table={table}
      />
      <Chart points={DAYS} label="Sales of sixty days" unit="GH₵" table={table} />
      <ChartWaiting label="Loading a chart..." />
      <ChartBar part={0.6} />
      <Gauges
        rows={[
          { name: "CPU", percent: 23 },
          { name: "Disk", percent: 91, high: true, note: "Of the data disk" },
          { name: "Database", percent: 99.9, mark: "(default)" },
          { name: "API", percent: undefined },
        ]}
      />
    </Group>
  );
}
