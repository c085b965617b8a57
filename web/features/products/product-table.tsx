import { lazy, Suspense } from "react";

import type { Product } from "#web/api/products.ts";
import { LevelBadge } from "#web/parts/level-badge.tsx";
import { isCounted, levelOf, stockOf } from "#web/parts/stock/counted.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { thumb } from "#web/ui/table/table.css.ts";
import { Cell, CellTitle, Narrow, Table, TableRow, TitleButton } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import type { SortedColumns } from "#web/ui/table/use-sorting.tsx";

const ProductPicture = lazy(async () => ({
  default: (await import("#web/parts/picture/product-picture.tsx")).ProductPicture,
}));

const COLUMNS: readonly Column[] = [
  { name: "Product", kind: "title" },
  { name: "Price", kind: "moneyApart", width: "190px" },
  { name: "Stock", kind: "meta", width: "180px" },
  { name: "Status", kind: "wide", width: "90px" },
  { name: "Actions", kind: "actions" },
];

/** The list holds no deleted products, so each one is active. */
const STATUS = "Active";

export type ProductActions = {
  onEdit: (product: Product) => void;
  onAdjust: (product: Product) => void;
  onDelete: (product: Product) => void;
};

type ProductTableProps = ProductActions & {
  products: readonly Product[];
  writtenId: string | undefined;
  toColumn: SortedColumns;
};

export function ProductTable({ products, writtenId, toColumn, ...actions }: ProductTableProps) {
  const currency = useCurrency();
  const mayEdit = useCan("edit-products");
  const hasPictures = products.some(({ picture }) => typeof picture === "string");
  return (
    <Table columns={COLUMNS.map(toColumn)}>
      {products.map((product) => (
        <TableRow key={product.id} chosen={product.id === writtenId}>
          <Cell kind="title">
            <Title
              product={product}
              hasPictures={hasPictures}
              onOpen={mayEdit ? actions.onEdit : undefined}
            />
          </Cell>
          <Cell kind="moneyApart">
            <Money minor={product.priceMinor} currency={currency} />
          </Cell>
          <Cell kind="meta">
            <VisuallyHidden>Stock </VisuallyHidden>
            <LevelBadge level={levelOf(product)}>{stockOf(product)}</LevelBadge>
            <Narrow kind="dotted">{STATUS}</Narrow>
          </Cell>
          <Cell kind="wide">{STATUS}</Cell>
          <Cell kind="actions">
            <RowTools product={product} {...actions} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

type TitleProps = {
  product: Product;
  /** Of some product in the list: then each has a place for it. */
  hasPictures: boolean;
  onOpen: ((product: Product) => void) | undefined;
};

/** The name opens the product, for roles that may change it. */
function Title({ product, hasPictures, onOpen }: TitleProps) {
  const { name, description } = product;
  return (
    <CellTitle more={description === "" ? undefined : description}>
      {hasPictures && <Thumb sha256={product.picture} />}
      {onOpen === undefined ? (
        name
      ) : (
        <TitleButton onClick={() => onOpen(product)}>{name}</TitleButton>
      )}
    </CellTitle>
  );
}

function Thumb({ sha256 }: { sha256: string | null | undefined }) {
  return (
    <span className={thumb}>
      {typeof sha256 === "string" && (
        <Suspense>
          <ProductPicture sha256={sha256} />
        </Suspense>
      )}
    </span>
  );
}

function RowTools({ product, onEdit, onAdjust, onDelete }: ProductActions & { product: Product }) {
  const mayEdit = useCan("edit-products");
  const mayAdjust = useCan("move-stock");
  const mayDelete = useCan("write-products");
  return (
    <>
      {mayAdjust && isCounted(product) && (
        <IconButton
          icon="adjust"
          label={`Adjust stock of ${product.name}`}
          onClick={() => onAdjust(product)}
        />
      )}
      {mayEdit && (
        <IconButton icon="edit" label={`Edit ${product.name}`} onClick={() => onEdit(product)} />
      )}
      {mayDelete && (
        <IconButton
          icon="delete"
          label={`Delete ${product.name}`}
          onClick={() => onDelete(product)}
        />
      )}
    </>
  );
}
