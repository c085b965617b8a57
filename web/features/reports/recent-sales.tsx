import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { currencyOf } from "#web/format/money.ts";
import { customerName } from "#web/format/names.ts";
import { shopTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyRow, Row, RowList, Section } from "#web/ui/layout/panel.tsx";

const SHOWN = 5;

export function RecentSales({ report }: { report: ReportSummary | undefined }) {
  return (
    <Section title="Recent Sales" link={<TextLink href={links.sales()}>All sales</TextLink>}>
      {report === undefined ? (
        <SkeletonRows rows={SHOWN} kind="list" />
      ) : (
        <SaleRows report={report} />
      )}
    </Section>
  );
}

function SaleRows({ report }: { report: ReportSummary }) {
  const zone = useTimeZone();
  const now = useNow();
  const sales = report.recentSales.slice(0, SHOWN);
  return (
    <RowList>
      {sales.map((sale) => (
        <Row
          key={sale.id}
          title={customerName(sale)}
          href={links.sale(sale.id)}
          sub={<time dateTime={sale.created_at}>{shopTime(sale.created_at, zone, now)}</time>}
          end={<Money minor={minorOf(sale.total_amount)} currency={currencyOf(sale.currency)} />}
        />
      ))}
      {sales.length === 0 && <EmptyRow>No sales yet.</EmptyRow>}
    </RowList>
  );
}
