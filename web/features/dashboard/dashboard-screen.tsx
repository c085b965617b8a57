import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useSearchParams } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { choiceOf, choices, spanOfChoice } from "#web/format/days.ts";
import { useNow } from "#web/state/past.ts";
import { useCan, useTimeZone } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { ToolSelect } from "#web/ui/form/select-field.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";

import { dashboardQuery } from "./dashboard-query.ts";
import { DashboardTotals } from "./dashboard-totals.tsx";
import * as styles from "./dashboard.css.ts";
import { useFirstSteps } from "./first-steps-query.ts";
import { LowStock } from "./low-stock.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentSales } from "./recent-sales.tsx";
import { todayQuery } from "./today-query.ts";
import { TodayCard } from "./today.tsx";

/** Only the owner of a new shop needs it. */
const NewShop = lazy(async () => ({ default: (await import("./first-steps.tsx")).NewShop }));

export default function DashboardScreen() {
  const { choice, span, choose } = useChoice();
  const dashboard = useKeptQuery(dashboardQuery(span), texts.dashboard);
  const loaded = dashboard.status === "ready" ? dashboard.data : undefined;
  // Without access to reports the server answers with today, whatever the period.
  const todayOnly = !useCan("see-reports");

  const steps = useFirstSteps();

  const client = useQueryClient();
  // The card may wait for the first steps; its request does not.
  useEffect(() => {
    if (!todayOnly) void client.prefetchQuery(todayQuery());
  }, [client, todayOnly]);
  const refresh = () => {
    if (dashboard.status === "ready") dashboard.refresh();
    void client.refetchQueries({ queryKey: keys.dashboard.today });
  };

  const waiting = <DashboardTotals dashboard={undefined} />;
  const figures = (
    <>
      {!todayOnly && <TodayCard />}
      <DashboardTotals dashboard={loaded} />
      <QuickActions />
      <div className={styles.split}>
        <RecentSales dashboard={loaded} />
        <LowStock dashboard={loaded} />
      </div>
    </>
  );

  return (
    <>
      <PageHead title={todayOnly ? "Dashboard, today" : "Dashboard"}>
        {!todayOnly && (
          <ToolSelect
            label="Period"
            value={choice}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </ToolSelect>
        )}
        <IconButton
          icon="refresh"
          label="Refresh"
          disabled={dashboard.status !== "ready"}
          busy={dashboard.status === "ready" && dashboard.refreshing}
          onClick={refresh}
        />
      </PageHead>
      {dashboard.status === "error" && <ErrorState problem={dashboard} action={texts.tryAgain} />}
      {dashboard.status !== "error" &&
        (steps === "over" ? (
          figures
        ) : (
          <Suspense fallback={waiting}>
            <NewShop steps={steps} waiting={waiting}>
              {figures}
            </NewShop>
          </Suspense>
        ))}
    </>
  );
}

/** Keeps the period in the URL, so that Back and a reload preserve it. */
function useChoice() {
  const [params, setParams] = useSearchParams();
  const choose = (value: string) => setParams({ period: value }, { replace: true });
  const choice = choiceOf(params);
  return { choice, span: spanOfChoice(choice, useTimeZone(), useNow()), choose };
}
