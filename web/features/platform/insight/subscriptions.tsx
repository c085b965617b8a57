import type { RevenueOverview } from "#kernel/contract/api/platform/figures.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import { PLAN_WORDS } from "#web/format/platform-words.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyRow, Row, RowList, Section } from "#web/ui/layout/panel.tsx";

type SubscriptionsProps = { subscriptions: RevenueOverview["subscriptions"] | undefined };

const WAITING_ROWS = 3;

/** Monthly revenue at current prices; trials and suspended tenants count as 0. */
export function Subscriptions({ subscriptions }: SubscriptionsProps) {
  return (
    <Section title="Subscriptions" link={<TextLink href={links.globalSettings()}>Prices</TextLink>}>
      {subscriptions === undefined ? (
        <SkeletonRows rows={WAITING_ROWS} kind="list" label="Loading revenue..." />
      ) : (
        <Plans subscriptions={subscriptions} />
      )}
    </Section>
  );
}

function Plans({ subscriptions: { byPlan } }: { subscriptions: RevenueOverview["subscriptions"] }) {
  return (
    <RowList>
      {byPlan.map(({ plan, tenants, price, monthly }) => (
        <Row
          key={plan}
          title={`${PLAN_WORDS[plan].word} (${PLAN_WORDS[plan].soldAs})`}
          sub={`${counted(tenants, "tenant")} at ${formatMoney(minorOf(price), "GHS")}`}
          end={<Money minor={minorOf(monthly)} currency="GHS" />}
          endSub="a month"
        />
      ))}
      {byPlan.length === 0 && (
        <EmptyRow>No paying shops yet. Shops on trial or suspended are not counted.</EmptyRow>
      )}
    </RowList>
  );
}
