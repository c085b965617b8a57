import type { Dashboard } from "#kernel/contract/api/reports/dashboard.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { stockLevel, stockText } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { links } from "#web/links.ts";
import { LevelBadge } from "#web/parts/level-badge.tsx";
import { useStockLink } from "#web/parts/stock-link.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyRow, Row, RowList, Section } from "#web/ui/layout/panel.tsx";

const SHOWN = 5;

export function LowStock({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Section title="Low stock" link={<TextLink href={links.inventory()}>Inventory</TextLink>}>
      {dashboard === undefined ? (
        <SkeletonRows rows={SHOWN} kind="list" />
      ) : (
        <ProductRows dashboard={dashboard} />
      )}
    </Section>
  );
}

function ProductRows({ dashboard }: { dashboard: Dashboard }) {
  const products = dashboard.lowStockProducts.slice(0, SHOWN);
  const currency = currencyOf(dashboard.currency);
  const stockLink = useStockLink();
  return (
    <RowList>
      {products.map((product) => (
        <Row
          key={product.id}
          title={product.name}
          href={stockLink(product.id)}
          sub={formatMoney(minorOf(product.price), currency)}
          end={
            <LevelBadge level={stockLevel(product.stock)}>{stockText(product.stock)}</LevelBadge>
          }
        />
      ))}
      {products.length === 0 && <EmptyRow>{emptyText(dashboard)}</EmptyRow>}
    </RowList>
  );
}

/** "All well stocked" would be odd in a shop without products. */
const emptyText = ({ totalProducts }: Dashboard): string =>
  totalProducts === 0 ? "No products yet." : texts.stock.allGood;
