import type { PeriodDays } from "#kernel/contract/api/reports/period.ts";
import { texts } from "#kernel/contract/texts.ts";
import { statsQuery } from "#web/api/platform.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { gaugesOf, waitingGauges } from "#web/features/platform/gauges.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { Gauges } from "#web/ui/chart/gauge.tsx";
import { Bone, LoadingStatus } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { PanelPair, Section } from "#web/ui/layout/panel.tsx";

import { AnalyticsOverview } from "./analytics-overview.tsx";
import * as styles from "./overview.css.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { StatsTotals } from "./stats-totals.tsx";
import { TopTenants } from "./top-tenants.tsx";

const words = texts.platform;

export function Overview({ period }: { period: PeriodDays }) {
  const stats = useScreenQuery(statsQuery(period), {
    failed: words.dashboardFailed,
    error: words.dashboardFailed,
  });
  if (stats.status === "error") {
    const { title: detail, detail: more, retry } = stats;
    const problem = { title: words.dashboardHeading, detail, more, retry };
    return <ErrorState problem={problem} action={texts.retry} />;
  }
  const loaded = stats.status === "ready" ? stats.data : undefined;
  return (
    <div className={styles.stack}>
      <StatsTotals stats={loaded} />
      <QuickActions />
      <TopTenants />
      <PanelPair>
        <Section title="System Health" link={<TextLink href={links.health()}>Details</TextLink>}>
          <Gauges
            rows={loaded === undefined ? waitingGauges : gaugesOf(loaded.systemHealth)}
            waiting={loaded === undefined && <Bone width="3em" />}
          />
          <p className={styles.note}>
            CPU, memory and disk: in use now. The rest: success rate over the last 24 hours.
          </p>
        </Section>
        <RecentActivity />
      </PanelPair>
      <AnalyticsOverview stats={loaded} period={period} />
      {loaded === undefined && <LoadingStatus label="Loading figures..." />}
    </div>
  );
}
