import type { ReactNode } from "react";

import { monthOfYear, monthText, shortMonth } from "#web/format/days.ts";
import type { ChartPoint } from "#web/ui/chart/chart-points.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { Chart } from "#web/ui/chart/chart.tsx";

export type Month = Readonly<{
  month: string;
  /** Height of the bar. */
  minor: number;
  /** The amount as text. */
  text: string;
  cells: readonly ReactNode[];
}>;

type MonthChartProps = {
  /** Label of the metric, such as "Sales of all shops". */
  what: string;
  unit: (points: readonly ChartPoint[]) => string;
  columns: readonly string[];
  months: readonly Month[];
};

/** Twelve months, the current one hatched. */
export function MonthChart({ what, unit, columns, months }: MonthChartProps) {
  const running = months.at(-1)?.month;
  const points = months.map(({ month, minor }) => ({
    key: month,
    label: shortMonth(month),
    minor,
    running: month === running,
  }));
  const told = months.map(({ month, text }) => `${monthOfYear(month)} ${text}`).join(", ");
  const rows = months.toReversed().map(({ month, cells }) => ({
    id: month,
    name: month === running ? `${monthOfYear(month)}, so far` : monthOfYear(month),
    cells,
  }));
  return (
    <Chart
      points={points}
      label={`${what} by month: ${told}.`}
      unit={unit(points)}
      running={running === undefined ? undefined : `${monthText(running)} so far`}
      table={<ChartTable columns={["Month", ...columns]} rows={rows} />}
    />
  );
}
