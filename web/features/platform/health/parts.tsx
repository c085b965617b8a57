import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { HealthReport } from "#kernel/contract/api/platform/figures.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { gaugesOf, waitingGauges } from "#web/features/platform/gauges.ts";
import { ago, shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { Gauges } from "#web/ui/chart/gauge.tsx";
import { Totals } from "#web/ui/chart/totals.tsx";
import { Bone, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { EmptyRow, PanelPair, Row, RowList, Section } from "#web/ui/layout/panel.tsx";

import { Backups } from "./backups.tsx";
import * as styles from "./health.css.ts";

const HealthAnswer = success(HealthReport);

/** Polling interval. Polling pauses while the tab is in the background. */
const EVERY_MS = 10_000;

const healthQuery = () =>
  queryOptions({
    queryKey: keys.platform.health,
    queryFn: async ({ signal }): Promise<HealthReport> =>
      (await request("/api/v1/platform/health", HealthAnswer, { signal })).data,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });

const NOT_LOADED = "Failed to load system health";
const PARTS = 4;

/** Live health; refetched while the page is open. */
export function Parts() {
  const health = useScreenQuery(healthQuery(), { failed: NOT_LOADED, error: NOT_LOADED });
  if (health.status === "error") return <ErrorState problem={health} action={texts.retry} />;
  const report = health.status === "ready" ? health.data : undefined;
  return (
    <div className={styles.stack}>
      <HealthTotals report={report} />
      <PanelPair>
        <Section title="Usage and success rates">
          <Gauges
            rows={report === undefined ? waitingGauges : gaugesOf(report.gauges, report.meaning)}
            waiting={report === undefined && <Bone width="3em" />}
          />
        </Section>
        <div className={styles.stack}>
          <Section title="Backups">
            {report === undefined ? (
              <SkeletonRows rows={2} kind="list" />
            ) : (
              <Backups report={report} />
            )}
          </Section>
          <Section title="Parts">
            {report === undefined ? (
              <SkeletonRows rows={PARTS} kind="list" label="Loading system health..." />
            ) : (
              <Dependencies dependencies={report.dependencies} />
            )}
          </Section>
          <Section title="Open alerts">
            {report === undefined ? (
              <SkeletonRows rows={1} kind="list" />
            ) : (
              <Alerts alerts={report.alerts} />
            )}
          </Section>
        </div>
      </PanelPair>
    </div>
  );
}

function HealthTotals({ report }: { report: HealthReport | undefined }) {
  const down = report?.dependencies.filter((part) => !part.is_up).length;
  const figure = (count: number | undefined) =>
    count === undefined ? <Bone width="1.5em" /> : count.toLocaleString("en-GH");
  return (
    <Totals
      plain
      items={[
        {
          name: "System Uptime",
          value: report === undefined ? <Bone width="4em" /> : `${report.uptime}%`,
          note: "last 30 days",
        },
        { name: "Parts up", value: figure(report && report.dependencies.length - (down ?? 0)) },
        { name: "Parts down", value: figure(down) },
        { name: "Open alerts", value: figure(report?.alerts.length) },
      ]}
    />
  );
}

type Dependency = HealthReport["dependencies"][number];

/** Labels for our own kinds of part; others are addresses such as `kafka:9092`. */
const PART_NAMES: Readonly<Record<string, string>> = { api: "API", database: "Database" };

function Dependencies({ dependencies }: { dependencies: readonly Dependency[] }) {
  const now = useNow();
  return (
    <RowList>
      {dependencies.map(({ name, is_up: isUp, since, checked_at: checkedAt }) => (
        <Row
          key={name}
          title={PART_NAMES[name] ?? name}
          sub={`Checked ${shopTime(checkedAt, undefined, now)}`}
          end={<StatusBadge tone={isUp ? "well" : "wrong"}>{isUp ? "Up" : "Down"}</StatusBadge>}
          endSub={
            <time dateTime={since}>
              {isUp ? "since" : "seen"} {ago(Date.parse(since), now).toLowerCase()}
            </time>
          }
        />
      ))}
      {dependencies.length === 0 && (
        <EmptyRow>No checks yet. The first runs shortly after startup.</EmptyRow>
      )}
    </RowList>
  );
}

function Alerts({ alerts }: { alerts: HealthReport["alerts"] }) {
  const now = useNow();
  return (
    <RowList>
      {alerts.map(({ id, kind, message, raised_at: at }) => (
        <Row
          key={id}
          title={ALERT_NAMES[kind] ?? kind}
          text={message}
          end={<StatusBadge tone="wrong">Critical</StatusBadge>}
          endSub={<time dateTime={at}>{ago(Date.parse(at), now)}</time>}
        />
      ))}
      {alerts.length === 0 && <EmptyRow>No open alerts.</EmptyRow>}
    </RowList>
  );
}

const ALERT_NAMES: Readonly<Record<string, string>> = {
  "projector-lag": "Read models are behind",
  "projection-parked": "A read model has stopped",
  "backup-late": "The last backup is too old",
  "restore-failed": "A backup failed its check",
};
