import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { LevelBadge } from "#web/parts/level-badge.tsx";
import { useStockLink } from "#web/parts/stock-link.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyRow, LineRow, RowList, Section } from "#web/ui/layout/panel.tsx";

const SHOWN = 5;

export function LowStock({ report }: { report: ReportSummary | undefined }) {
  return (
    <Section title="Low Stock Alert" link={<TextLink href={links.inventory()}>Inventory</TextLink>}>
      {report === undefined ? (
        <SkeletonRows rows={SHOWN} kind="line" />
      ) : (
        <ProductRows report={report} />
      )}
    </Section>
  );
}

function ProductRows({ report }: { report: ReportSummary }) {
  const products = report.lowStockProducts.slice(0, SHOWN);
  const stockLink = useStockLink();
  return (
    <RowList>
      {products.map(({ id, name, stock }) =>
        stock <= 0 ? (
          <LineRow
            key={id}
            title={name}
            href={stockLink(id)}
            end={<LevelBadge level="out">{texts.stock.out}</LevelBadge>}
          />
        ) : (
          <LineRow
            key={id}
            title={name}
            href={stockLink(id)}
            note={`${stock.toLocaleString("en-GH")} left`}
            end={<LevelBadge level="low">{texts.stock.low}</LevelBadge>}
          />
        ),
      )}
      {products.length === 0 && <EmptyRow>{emptyText(report)}</EmptyRow>}
    </RowList>
  );
}

/** "All well stocked" would be odd in a shop without products. */
const emptyText = ({ totalProducts }: ReportSummary): string =>
  totalProducts === 0 ? "No products yet." : texts.stock.allGood;
