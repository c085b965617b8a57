import type { HourSums } from "#kernel/contract/api/reports/report.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import type { Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { traceOf } from "#web/state/use-trace.ts";
import { highestOf, unitOf } from "#web/ui/chart/chart-points.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { Chart, ChartWaiting } from "#web/ui/chart/chart.tsx";
import { currencySign, Money } from "#web/ui/chart/money.tsx";

import { TracedFigure } from "./ranking.tsx";
import { hourQuery, type Report } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByHour({ span }: { span: Span }) {
  return (
    <ReportView
      query={{ ...hourQuery(span), select: withoutIdleHours }}
      waiting={<ChartWaiting label="Loading sales in detail..." />}
    >
      {(report) => <Hours report={report} />}
    </ReportView>
  );
}

/** Every hour is reported, so a period without sales has 24 of them, in which nothing was sold. */
const withoutIdleHours = (report: Report<HourSums>): Report<HourSums> =>
  report.rows.some(({ orders, total }) => orders !== 0 || total !== 0)
    ? report
    : { ...report, rows: [] };

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
/** "11:00 to 12:00". */
const hourText = (hour: number): string => `${clock(hour)} to ${clock((hour + 1) % 24)}`;

const traceOfHour = (
  figure: "hour.orders" | "hour.total",
  { from, to }: Report<HourSums>,
  { hour, currency }: HourSums,
) => ({ ...traceOf(figure, { from, to, currency }), hour: String(hour) });

/** Summed over all days of the range; every hour of the day is shown. */
function Hours({ report }: { report: Report<HourSums> }) {
  const currency = currencyOf(report.currency);
  const own = report.rows.filter((row) => row.currency === report.currency);
  const points = own.map(({ hour, total }) => ({
    key: String(hour),
    label: String(hour).padStart(2, "0"),
    minor: minorOf(total),
  }));
  const highest = own[highestOf(points)];
  const label =
    highest === undefined
      ? "Sales by hour"
      : `Sales by hour of the day. ${hourText(highest.hour)} is highest at ${formatMoney(minorOf(highest.total), currency)}.`;
  return (
    <Chart
      points={points}
      label={label}
      unit={unitOf(currencySign(currency), points)}
      table={
        <ChartTable
          columns={["Hour", "Orders", "Sales"]}
          rows={report.rows.map((row) => ({
            id: `${row.hour} ${row.currency}`,
            name: hourText(row.hour),
            cells: [
              <TracedFigure
                key="orders"
                name={`Orders, ${hourText(row.hour)}`}
                ask={traceOfHour("hour.orders", report, row)}
              >
                {row.orders.toLocaleString("en-GH")}
              </TracedFigure>,
              <TracedFigure
                key="total"
                name={`Sales, ${hourText(row.hour)}`}
                ask={traceOfHour("hour.total", report, row)}
              >
                <Money minor={minorOf(row.total)} currency={currencyOf(row.currency)} />
              </TracedFigure>,
            ],
          }))}
        />
      }
    />
  );
}
