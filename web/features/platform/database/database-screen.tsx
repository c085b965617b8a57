import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { DatabaseReport } from "#kernel/contract/api/platform/figures.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { Section, Row, RowList } from "#web/ui/layout/panel.tsx";

import { Backups } from "./backups.tsx";
import { DatabaseTotals } from "./database-totals.tsx";
import { Parked } from "./parked.tsx";
import { ReadModels } from "./read-models.tsx";

const DatabaseAnswer = success(DatabaseReport);

/** Polling interval: an old lag figure would mislead. */
const EVERY_MS = 10_000;

const databaseQuery = () =>
  queryOptions({
    queryKey: keys.platform.database,
    queryFn: async ({ signal }): Promise<DatabaseReport> =>
      (await request("/api/v1/platform/database", DatabaseAnswer, { signal })).data,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });

const NOT_LOADED = "Failed to load database management";
const MODELS = 8;

/** Size of the log and lag of the read models. There is no query console. */
export default function DatabaseScreen() {
  const database = useScreenQuery(databaseQuery(), { failed: NOT_LOADED, error: NOT_LOADED });
  const report = database.status === "ready" ? database.data : undefined;
  return (
    <>
      <PageHead title="Database Management" />
      {database.status === "error" ? (
        <ErrorState problem={database} action={texts.retry} />
      ) : (
        <>
          <DatabaseTotals report={report} />
          <Backups backups={report?.backups} />
          <Parked count={report?.parked} />
          <Rebuilds rebuilds={report?.rebuilds} />
          <Section title="Read models">
            {report === undefined ? (
              <SkeletonRows rows={MODELS} kind="table" label="Loading database..." />
            ) : (
              <ReadModels models={report.readModels} />
            )}
          </Section>
        </>
      )}
    </>
  );
}

type RebuildsProps = { rebuilds: DatabaseReport["rebuilds"] | undefined };

/** Shown only while a rebuild runs. */
export function Rebuilds({ rebuilds }: RebuildsProps) {
  const now = useNow();
  if (rebuilds === undefined || rebuilds.length === 0) return undefined;
  return (
    <Section title="Rebuilds under way">
      <RowList>
        {rebuilds.map(({ projection, started_at: at }) => (
          <Row
            key={projection}
            title={projection}
            end={<StatusBadge tone="waiting">Rebuilding</StatusBadge>}
            endSub={<time dateTime={at}>{ago(Date.parse(at), now)}</time>}
          />
        ))}
      </RowList>
    </Section>
  );
}
