import type { ReactNode } from "react";

import { Pager } from "#web/ui/table/pager.tsx";
import { sideways } from "#web/ui/table/sideways.css.ts";
import { usePaging } from "#web/ui/table/use-paging.ts";

import * as styles from "./chart.css.ts";

export type ChartRow = Readonly<{ id: string; name: ReactNode; cells: readonly ReactNode[] }>;

type ChartTableProps = {
  /** The first column is the row's name. */
  columns: readonly string[];
  rows: readonly ChartRow[];
};

/** The largest number of days in a month. */
const PAGE_SIZE = 31;

/** The data of a chart as a table. */
export function ChartTable({ columns, rows }: ChartTableProps) {
  const { rows: shown, pager } = usePaging(rows, columns.join(), undefined, PAGE_SIZE);
  return (
    <details className={styles.data}>
      <summary className={styles.summary}>Show as a table</summary>
      <div className={sideways}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={styles.headCell}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, cells }) => (
              <tr key={id}>
                <th scope="row" className={styles.bodyCell}>
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className={styles.bodyCell}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager {...pager} />
    </details>
  );
}
