import type { Product } from "#web/api/products.ts";
import { useSeesTakings } from "#web/api/settings.ts";
import { LevelBadge } from "#web/parts/level-badge.tsx";
import { isCounted, LEVEL_WORDS, levelOf, stockOf } from "#web/parts/stock/counted.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Count, Money } from "#web/ui/chart/money.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Cell, Narrow, Table, TableRow, TitleButton } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";

import { stockValueMinor } from "./stock-summary.ts";

const VALUE: Column = { name: "Value", kind: "wideNumber", width: "150px" };
const COLUMNS: readonly Column[] = [
  { name: "Product", kind: "title" },
  { name: "In stock", kind: "money", width: "110px" },
  { name: "Level", kind: "metaApart", width: "170px" },
  { name: "Price", kind: "wideNumber", width: "130px" },
  VALUE,
  { name: "Actions", kind: "actions" },
];

export type InventoryActions = {
  onAdjust: (product: Product) => void;
  onMovements: (product: Product) => void;
};

type InventoryTableProps = InventoryActions & {
  products: readonly Product[];
  writtenId: string | undefined;
};

export function InventoryTable({ products, writtenId, ...actions }: InventoryTableProps) {
  const seesValue = useSeesTakings();
  return (
    <Table columns={seesValue ? COLUMNS : COLUMNS.filter((column) => column !== VALUE)}>
      {products.map((product) => (
        <TableRow key={product.id} chosen={product.id === writtenId}>
          <Cells product={product} seesValue={seesValue} {...actions} />
        </TableRow>
      ))}
    </Table>
  );
}

type CellsProps = InventoryActions & { product: Product; seesValue: boolean | undefined };

function Cells({ product, seesValue, onAdjust, onMovements }: CellsProps) {
  const currency = useCurrency();
  const mayAdjust = useCan("move-stock");
  const level = levelOf(product);
  const price = <Money minor={product.priceMinor} currency={currency} />;
  return (
    <>
      <Cell kind="title">
        <TitleButton onClick={() => onMovements(product)}>
          {product.name}
          <VisuallyHidden> stock movements</VisuallyHidden>
        </TitleButton>
      </Cell>
      <Cell kind="money">{isCounted(product) ? <InStock product={product} /> : NO_FIGURE}</Cell>
      <Cell kind="metaApart">
        <VisuallyHidden>Level </VisuallyHidden>
        <LevelBadge level={level}>
          {level === undefined ? stockOf(product) : LEVEL_WORDS[level]}
        </LevelBadge>
        <Narrow kind="dotted">{price} each</Narrow>
      </Cell>
      <Cell kind="wideNumber">{price}</Cell>
      {seesValue && (
        <Cell kind="wideNumber">
          {isCounted(product) ? (
            <Money minor={stockValueMinor(product)} currency={currency} />
          ) : (
            NO_FIGURE
          )}
        </Cell>
      )}
      <Cell kind="actions">
        {mayAdjust && isCounted(product) && (
          <Button tone="ghost" scale="compact" icon="sliders" onClick={() => onAdjust(product)}>
            Adjust<VisuallyHidden> {product.name}</VisuallyHidden>
          </Button>
        )}
      </Cell>
    </>
  );
}

const NO_FIGURE = "–";

const InStock = ({ product: { stock, unit } }: { product: Product }) => (
  <>
    <Count>{stock.toLocaleString("en-GH")}</Count>
    <Narrow kind="unit">{unit?.name ?? (stock === 1 ? "unit" : "units")}</Narrow>
  </>
);
