import { ChartTable } from "#web/ui/chart-table.tsx";
import { Money } from "#web/ui/money.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

import { Ranking } from "./ranking.tsx";
import type { Ranked } from "./ranking.tsx";
import * as styles from "./reports.css.ts";

const SHOWN = 10;

type RankedReportProps = {
  rows: readonly (Ranked & { count: number })[];
  columns: readonly [string, string, string];
};

/** The first ten as bars; all of them in the table. */
export function RankedReport({ rows, columns }: RankedReportProps) {
  return (
    <div>
      <Ranking rows={rows.slice(0, SHOWN)} />
      <div className={styles.under}>
        <ChartTable
          columns={columns}
          rows={rows.map(({ id, name, count, minor, currency }) => ({
            id: `${id} ${currency}`,
            name,
            cells: [
              count.toLocaleString("en-GH"),
              <Money key="sales" minor={minor} currency={currency} />,
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
