import type { FigureQuery } from "#web/state/use-trace.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";

import { Ranking, type Ranked, TracedFigure } from "./ranking.tsx";
import * as styles from "./reports.css.ts";

const SHOWN = 10;

type RankedRow = Ranked & {
  count: number;
  askCount?: FigureQuery;
  /** For the fourth column. Undefined: not known. */
  profitMinor?: number | undefined;
};
type RankedReportProps = {
  rows: readonly RankedRow[];
  columns: readonly [string, string, string, profit?: string];
  hint?: string;
};

/** The chart shows the first ten, the table shows all. */
export function RankedReport({ rows, columns, hint }: RankedReportProps) {
  const [, , , profit] = columns;
  return (
    <div>
      <Ranking rows={rows.slice(0, SHOWN)} />
      <div className={styles.under}>
        {hint !== undefined && rows.some(({ profitMinor }) => profitMinor !== undefined) && (
          <p className={styles.days}>{hint}</p>
        )}
        <ChartTable
          columns={columns.filter((column) => column !== undefined)}
          rows={rows.map(({ id, name, count, minor, profitMinor, currency, ask, askCount }) => ({
            id: `${id} ${currency}`,
            name,
            cells: [
              <TracedFigure key="count" name={`${columns[1]}, ${name}`} ask={askCount}>
                {count.toLocaleString("en-GH")}
              </TracedFigure>,
              <TracedFigure key="sales" name={`${columns[2]}, ${name}`} ask={ask}>
                <Money minor={minor} currency={currency} />
              </TracedFigure>,
              ...(profit === undefined
                ? []
                : [
                    profitMinor === undefined ? (
                      "–"
                    ) : (
                      <Money key="profit" minor={profitMinor} currency={currency} />
                    ),
                  ]),
            ],
          }))}
        />
      </div>
    </div>
  );
}

export function RankingWaiting() {
  return <SkeletonRows rows={5} kind="ranking" label="Loading sales in detail..." />;
}
