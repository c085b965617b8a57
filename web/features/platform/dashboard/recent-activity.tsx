import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import { recentActivityQuery } from "./activity-query.ts";
import { ActivityRows } from "./activity-rows.tsx";

const SHOWN = 6;
const NOT_LOADED = "Failed to load activity";

export function RecentActivity() {
  const activity = useScreenQuery(recentActivityQuery(SHOWN), {
    failed: NOT_LOADED,
    error: NOT_LOADED,
  });
  return (
    <Section
      title="Recent Activity"
      link={<TextLink href={`${links.superAdmin()}?tab=activity`}>All activity</TextLink>}
    >
      {activity.status === "loading" && (
        <SkeletonRows rows={SHOWN} kind="line" label="Loading activity..." />
      )}
      {activity.status === "error" && <ErrorState problem={activity} action={texts.retry} />}
      {activity.status === "ready" && <ActivityRows items={activity.data} />}
    </Section>
  );
}
