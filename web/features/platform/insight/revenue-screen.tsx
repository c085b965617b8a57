import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { RevenueOverview } from "#kernel/contract/api/platform/figures.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { sumsOf } from "#web/api/platform.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { counted } from "#web/format/counts.ts";
import { Figure } from "#web/ui/chart/money.tsx";
import { moneyTotal, Totals, type Total } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { PanelPair } from "#web/ui/layout/panel.tsx";

import * as styles from "./revenue.css.ts";
import { SalesMonths } from "./sales-months.tsx";
import { Subscriptions } from "./subscriptions.tsx";

const RevenueAnswer = success(RevenueOverview);

const revenueQuery = () =>
  queryOptions({
    queryKey: keys.platform.revenue,
    queryFn: async ({ signal }): Promise<RevenueOverview> =>
      (await request("/api/v1/platform/revenue", RevenueAnswer, { signal })).data,
  });

const NOT_LOADED = "Failed to load revenue";

/** The shops' sales, and separately what they pay the platform. */
export default function RevenueScreen() {
  const revenue = useScreenQuery(revenueQuery(), { failed: NOT_LOADED, error: NOT_LOADED });
  const loaded = revenue.status === "ready" ? revenue.data : undefined;
  return (
    <>
      <PageHead title="Revenue Overview" />
      {revenue.status === "error" ? (
        <ErrorState problem={revenue} action={texts.retry} />
      ) : (
        <>
          <div className={styles.pairs}>
            <RevenueTotals revenue={loaded} />
          </div>
          <PanelPair>
            <SalesMonths sums={loaded?.salesByMonth} />
            <Subscriptions subscriptions={loaded?.subscriptions} />
          </PanelPair>
        </>
      )}
    </>
  );
}

const NAMES = ["Sales, lifetime", "Sales, 30 days", "Subscriptions", "On trial"] as const;
const WAITING: readonly Total[] = NAMES.map((name) => ({
  name,
  value: <Bone width="4em" />,
  note: "…",
}));

function RevenueTotals({ revenue }: { revenue: RevenueOverview | undefined }) {
  if (revenue === undefined) return <Totals waiting items={WAITING} />;
  const { lifetime, last30Days, subscriptions } = revenue;
  const recent = sold(last30Days);
  return (
    <Totals
      items={[
        { name: NAMES[0], ...sold(lifetime) },
        { name: NAMES[1], value: recent.value, note: recent.note },
        {
          name: NAMES[2],
          value: <Figure minor={minorOf(subscriptions.monthly)} currency="GHS" />,
          note: "a month",
        },
        {
          name: NAMES[3],
          value: subscriptions.trialing.toLocaleString("en-GH"),
          note: "not paying yet",
        },
      ]}
    />
  );
}

/** Shows the first currency as the figure, and the others after the number of sales. */
function sold(revenues: RevenueOverview["lifetime"]): Pick<Total, "value" | "long" | "note"> {
  const [first = { currency: "GHS" as const, minor: 0, orders: 0 }, ...others] = sumsOf(revenues);
  const more = others.map(({ minor, currency }) => formatMoney(minor, currency));
  return {
    ...moneyTotal(first.minor, first.currency),
    note: [counted(first.orders, "sale"), ...more].join(", and "),
  };
}
