import type { Dashboard, RecentSale } from "#kernel/contract/api/reports/dashboard.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { customerName } from "#web/format/names.ts";
import { paymentLabel } from "#web/format/payment-methods.ts";
import { ago } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { EmptyRow, Row, RowList, Section } from "#web/ui/layout/panel.tsx";

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
      href={links.sale(sale.id)}
      sub={
        <>
          <Icon name={payment.icon} size="small" />
          {payment.label} · {counted(sale.unit_count, "item")}
        </>
      }
      end={<Money minor={minorOf(sale.total_amount)} currency={currencyOf(sale.currency)} />}
      endSub={<time dateTime={sale.created_at}>{ago(Date.parse(sale.created_at), now)}</time>}
    />
  );
}
