import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Analytics } from "#kernel/contract/api/platform/figures.ts";
import { Plan } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { PLAN_WORDS, STATUS_WORDS } from "#web/format/platform-words.ts";
import { links } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Totals } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { PanelPair } from "#web/ui/layout/panel.tsx";

import { SalesMonths } from "./sales-months.tsx";
import { Shares } from "./shares.tsx";
import { TenantGrowth } from "./tenant-growth.tsx";

const AnalyticsAnswer = success(Analytics);

const analyticsQuery = () =>
  queryOptions({
    queryKey: keys.platform.analytics,
    queryFn: async ({ signal }): Promise<Analytics> =>
      (await request("/api/v1/platform/analytics", AnalyticsAnswer, { signal })).data,
  });

const figure = (count: number | undefined) =>
  count === undefined ? <Bone width="2em" /> : count.toLocaleString("en-GH");

export function AnalyticsTotals({ analytics }: { analytics: Analytics | undefined }) {
  const tenants = analytics?.byStatus.reduce((sum, status) => sum + status.tenants, 0);
  const retention = analytics?.retention;
  return (
    <Totals
      plain
      items={[
        { name: "Tenants", value: figure(tenants), note: "of every status" },
        { name: "New", value: figure(analytics?.tenantsByMonth[0]?.added), note: "this month" },
        {
          name: "Active sellers",
          value: figure(analytics?.sellingTenants),
          note: "in the last 30 days",
        },
        {
          name: "Retention",
          value: retention === undefined ? <Bone width="3em" /> : `${retention}%`,
          note: "sold before and still do",
        },
      ]}
    />
  );
}

const NOT_LOADED = "Failed to load analytics";

export default function AnalyticsScreen() {
  const analytics = useScreenQuery(analyticsQuery(), { failed: NOT_LOADED, error: NOT_LOADED });
  const loaded = analytics.status === "ready" ? analytics.data : undefined;
  const isEmpty = loaded !== undefined && tenantsOf(loaded) === 0;
  return (
    <>
      <PageHead title="System Analytics" />
      {analytics.status === "error" && <ErrorState problem={analytics} action={texts.retry} />}
      {isEmpty && <NoTenants />}
      {analytics.status !== "error" && !isEmpty && <Figures analytics={loaded} />}
    </>
  );
}

function Figures({ analytics }: { analytics: Analytics | undefined }) {
  return (
    <>
      <AnalyticsTotals analytics={analytics} />
      <PanelPair>
        <TenantGrowth months={analytics?.tenantsByMonth} />
        <SalesMonths sums={analytics?.salesByMonth} />
        <Shares
          title="Tenants by plan"
          rows={analytics?.byPlan.toSorted(byRank).map(({ plan, tenants }) => ({
            name: `${PLAN_WORDS[plan].word} (${PLAN_WORDS[plan].soldAs})`,
            count: tenants,
          }))}
        />
        <Shares
          title="Tenants by status"
          rows={analytics?.byStatus.map(({ status, tenants }) => ({
            name: STATUS_WORDS[status].word,
            count: tenants,
          }))}
        />
      </PanelPair>
    </>
  );
}

type OfPlan = Analytics["byPlan"][number];
const byRank = (one: OfPlan, other: OfPlan): number =>
  Plan.options.indexOf(one.plan) - Plan.options.indexOf(other.plan);

const tenantsOf = ({ byStatus }: Analytics): number =>
  byStatus.reduce((sum, { tenants }) => sum + tenants, 0);

function NoTenants() {
  return (
    <EmptyState
      icon="chart"
      title={texts.reports.noData}
      hint="Figures appear once a business registers."
      action={<ButtonLink href={links.tenants()}>Tenant Management</ButtonLink>}
    />
  );
}
