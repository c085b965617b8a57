import type { ReactNode } from "react";

import type { DaySums } from "#kernel/contract/api/reports/report.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { dayText, daysOf, shortDay, today, type Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { traceOf } from "#web/state/use-trace.ts";
import { highestOf, unitOf, type ChartPoint } from "#web/ui/chart/chart-points.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { Chart, ChartWaiting } from "#web/ui/chart/chart.tsx";
import { currencySign, Money } from "#web/ui/chart/money.tsx";

import { TracedFigure } from "./ranking.tsx";
import { dayQuery, type Report } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByDay({ span }: { span: Span }) {
  return (
    <ReportView
      query={dayQuery(span)}
      waiting={<ChartWaiting label="Loading sales in detail..." />}
    >
      {(report) => <Days report={report} />}
    </ReportView>
  );
}

function Days({ report }: { report: Report<DaySums> }) {
  const now = today(useTimeZone(), useNow());
  const currency = currencyOf(report.currency);
  const points = pointsOf(report, now);
  const taxed = report.rows.some(({ tax }) => tax !== 0);
  const highest = points[highestOf(points)];
  const label =
    highest === undefined
      ? "Sales by day"
      : `Sales by day. ${dayText(highest.key)} is highest at ${formatMoney(highest.minor, currency)}.`;
  return (
    <Chart
      points={points}
      label={label}
      unit={unitOf(currencySign(currency), points)}
      running={points.some(({ running }) => running) ? "Today so far" : undefined}
      table={
        <ChartTable
          columns={["Day", "Orders", "Sales", ...(taxed ? ["Tax"] : [])]}
          rows={report.rows.map((row) => ({
            id: `${row.day} ${row.currency}`,
            name: row.day === now ? `${dayText(row.day)}, so far` : dayText(row.day),
            cells: [
              <DayFigure key="orders" row={row} figure="orders">
                {row.orders.toLocaleString("en-GH")}
              </DayFigure>,
              <DayFigure key="total" row={row} figure="total">
                <Amount of={row.total} currency={row.currency} />
              </DayFigure>,
              ...(taxed
                ? [
                    <DayFigure key="tax" row={row} figure="tax">
                      <Amount of={row.tax} currency={row.currency} />
                    </DayFigure>,
                  ]
                : []),
            ],
          }))}
        />
      }
    />
  );
}

const FIGURES = { orders: "Orders", total: "Sales", tax: "Tax" } as const;

type OfDayProps = { row: DaySums; figure: keyof typeof FIGURES; children: ReactNode };

const DayFigure = ({ row: { day, currency }, figure, children }: OfDayProps) => (
  <TracedFigure
    name={`${FIGURES[figure]}, ${dayText(day)}`}
    ask={traceOf(`sales.${figure}`, { from: day, to: day, currency })}
  >
    {children}
  </TracedFigure>
);

const Amount = ({ of, currency }: { of: number; currency: string }) => (
  <Money minor={minorOf(of)} currency={currencyOf(currency)} />
);

const LONGEST_WHOLE = 366;

/** Every day of the range; for ranges over a year, every day since the first sale. */
function pointsOf(
  { from, to, currency, rows }: Report<DaySums>,
  now: string,
): readonly ChartPoint[] {
  const sums = new Map(
    rows.filter((row) => row.currency === currency).map((row) => [row.day, minorOf(row.total)]),
  );
  const sold = [...sums.keys()].toSorted();
  const first = sold.at(0) ?? now;
  const last = to ?? sold.at(-1) ?? now;
  const whole = from === null ? [] : daysOf(from, last).slice(0, LONGEST_WHOLE + 1);
  const fits = whole.length > 0 && whole.length <= LONGEST_WHOLE;
  return (fits ? whole : daysOf(first, last)).map((day) => ({
    key: day,
    label: shortDay(day),
    minor: sums.get(day) ?? 0,
    running: day === now,
  }));
}
