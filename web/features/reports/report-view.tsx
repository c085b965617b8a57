import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { dayText } from "#web/format/days.ts";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";

import type { Report } from "./report-query.ts";
import * as styles from "./reports.css.ts";

type ReportViewProps<Row, Key extends QueryKey> = {
  query: UseQueryOptions<Report<Row>, Error, Report<Row>, Key>;
  waiting: ReactNode;
  /** What an empty view says. */
  none?: string;
  children: (report: Report<Row>) => ReactNode;
};

/** Loading, error, empty and ready states of one view, under the dates it covers. */
export function ReportView<Row extends { currency: string }, Key extends QueryKey>({
  query,
  waiting,
  none = "No sales in this period. Choose another above.",
  children,
}: ReportViewProps<Row, Key>) {
  const report = useScreenQuery(query, texts.reports);
  if (report.status === "error") return <ErrorState problem={report} action={texts.tryAgain} />;
  const loaded = report.status === "ready" ? report.data : undefined;
  return (
    <>
      <p className={styles.days}>{loaded && daysText(loaded)}</p>
      {loaded === undefined && waiting}
      {loaded?.rows.length === 0 && (
        <EmptyState icon="chart" title={texts.reports.noData} hint={none} />
      )}
      {loaded !== undefined && loaded.rows.length > 0 && children(loaded)}
    </>
  );
}

export function daysText({ from, to }: Pick<Report<unknown>, "from" | "to">): string {
  if (from === null || to === null) return "All days";
  return from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;
}
