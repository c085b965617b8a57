import type { Dashboard, RecentSale } from "#kernel/contract/api/dashboard.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { paymentLabel } from "#web/api/payment-methods.ts";
import { customerName } from "#web/api/people.ts";
import { currencyOf } from "#web/api/session.ts";
import { ago } from "#web/api/times.ts";
import { useNow } from "#web/api/use-now.ts";
import { links } from "#web/app/links.ts";
import { counted } from "#web/ui/count-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Money } from "#web/ui/money.tsx";
import { EmptyRow, Row, RowList, Section } from "#web/ui/panel.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

const SHOWN = 5;

export function RecentSales({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Section title="Recent sales" link={<TextLink href={links.sales()}>All sales</TextLink>}>
      {dashboard === undefined ? (
        <SkeletonRows rows={SHOWN} kind="list" label="Loading dashboard..." />
      ) : (
        <SaleRows dashboard={dashboard} />
      )}
    </Section>
  );
}

function SaleRows({ dashboard }: { dashboard: Dashboard }) {
  const now = useNow();
  const sales = dashboard.recentSales.slice(0, SHOWN);
  return (
    <RowList>
      {sales.map((sale) => (
        <SaleRow key={sale.id} sale={sale} now={now} />
      ))}
      {sales.length === 0 && <EmptyRow>No sales yet.</EmptyRow>}
    </RowList>
  );
}

function SaleRow({ sale, now }: { sale: RecentSale; now: number }) {
  const payment = paymentLabel(sale.payment_method);
  return (
    <Row
      title={customerName(sale)}
      sub={
        <>
          <Icon name={payment.icon} size="small" />
          {payment.label} · {counted(sale.item_count, "item")}
        </>
      }
      end={<Money minor={minorOf(sale.total_amount)} currency={currencyOf(sale.currency)} />}
      endSub={<time dateTime={sale.created_at}>{ago(Date.parse(sale.created_at), now)}</time>}
    />
  );
}
