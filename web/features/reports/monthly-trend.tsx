import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { formatMoney, minorOf, type Currency } from "#kernel/contract/money.ts";
import { daysBefore, monthOfYear, monthText, shortMonth } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { traceOf } from "#web/state/use-trace.ts";
import { highestOf, unitOf, type ChartPoint } from "#web/ui/chart/chart-points.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { Chart, ChartWaiting } from "#web/ui/chart/chart.tsx";
import { currencySign, Money } from "#web/ui/chart/money.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import { TracedFigure } from "./ranking.tsx";

const SHOWN = 6;

type Month = ReportSummary["monthlyTrend"][number];

export function MonthlyTrend({ report }: { report: ReportSummary | undefined }) {
  return (
    <Section title="Monthly Sales Trend">
      {report === undefined ? (
        <ChartWaiting label="Loading reports..." />
      ) : (
        <Months months={latestOf(report)} currency={currencyOf(report.currency)} />
      )}
    </Section>
  );
}

/** The report lists the newest month first; the chart reads from left to right. */
const latestOf = ({ monthlyTrend }: ReportSummary): readonly Month[] =>
  monthlyTrend.slice(0, SHOWN).toReversed();

function Months({ months, currency }: { months: readonly Month[]; currency: Currency }) {
  const points = months.map(({ month, monthly_sales: sales }, index) => ({
    key: month,
    label: shortMonth(month),
    minor: minorOf(sales),
    running: index === months.length - 1,
  }));
  const running = points.at(-1);
  const soFar = running && `${monthText(running.key)} so far`;
  return (
    <Chart
      points={points}
      label={sentence(points, currency)}
      unit={unitOf(currencySign(currency), points)}
      running={soFar}
      table={
        <ChartTable
          columns={["Month", "Sales", "Orders"]}
          rows={months.map(({ month, monthly_orders: orders }, index) => ({
            id: month,
            name: month === running?.key ? `${monthOfYear(month)}, so far` : monthOfYear(month),
            cells: [
              <TracedFigure
                key="sales"
                name={`Sales, ${monthOfYear(month)}`}
                ask={traceOf("sales.total", { ...daysOfMonth(month), currency })}
              >
                <Money minor={points[index]?.minor ?? 0} currency={currency} />
              </TracedFigure>,
              <TracedFigure
                key="orders"
                name={`Orders, ${monthOfYear(month)}`}
                ask={traceOf("sales.orders", { ...daysOfMonth(month), currency })}
              >
                {orders.toLocaleString("en-GH")}
              </TracedFigure>,
            ],
          }))}
        />
      }
    />
  );
}

/** Adding 31 days always reaches the next month. */
function daysOfMonth(from: string) {
  const next = daysBefore(from, -31);
  return { from, to: daysBefore(`${next.slice(0, 8)}01`, 1) };
}

/** A summary of the chart for screen readers: range, best month, current month. */
function sentence(points: readonly ChartPoint[], currency: Currency): string {
  const first = points.at(0);
  const last = points.at(-1);
  const highest = points[highestOf(points)];
  if (first === undefined || last === undefined || highest === undefined) return "Monthly sales";
  const amount = ({ minor }: ChartPoint) => formatMoney(minor, currency);
  const span = `Monthly sales, ${monthText(first.key)} to ${monthText(last.key)}.`;
  const soFar = `${monthText(last.key)} so far is ${amount(last)}.`;
  if (highest === last) return `${span} ${soFar} It is the highest.`;
  return `${span} ${monthText(highest.key)} is highest at ${amount(highest)}; ${soFar}`;
}
