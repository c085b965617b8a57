import { texts } from "#kernel/contract/texts.ts";
import { isFound, type Product } from "#web/api/products.ts";
import { foundText } from "#web/format/counts.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { STILL_LOADING, useSlow } from "#web/ui/feedback/use-slow.ts";
import { ListSearchBox } from "#web/ui/form/search-box.tsx";
import { Toolbar } from "#web/ui/layout/page.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { Pager } from "#web/ui/table/pager.tsx";
import { useFound, usePaging } from "#web/ui/table/use-paging.ts";
import { useSorting } from "#web/ui/table/use-sorting.tsx";

import { type CategoryChoice, CategoryFilter } from "./category-filter.tsx";
import { ProductTable, type ProductActions } from "./product-table.tsx";

const ORDERS = {
  Product: (one: Product, other: Product) => one.name.localeCompare(other.name),
  Price: (one: Product, other: Product) => one.priceMinor - other.priceMinor,
  Stock: (one: Product, other: Product) => one.stock - other.stock,
};

type ProductListProps = ProductActions & {
  /** Undefined while loading; searching is already possible. */
  products: readonly Product[] | undefined;
  category: CategoryChoice;
  search: string;
  onSearch: (search: string) => void;
  writtenId: string | undefined;
};

export function ProductList({
  products,
  category,
  search,
  onSearch,
  writtenId,
  ...actions
}: ProductListProps) {
  const { ofCategory, categories, chosen, choose } = category;
  const { asked, found } = useFound(ofCategory, search, isFound);
  const slow = useSlow(products === undefined);
  const { sorted, toColumn, key } = useSorting(found, ORDERS);
  const { rows, pager } = usePaging(sorted, JSON.stringify([asked, key, chosen]), writtenId);
  const loading = slow ? STILL_LOADING : "Loading products...";
  return (
    <>
      <Toolbar
        filter={
          categories.length > 0 && (
            <CategoryFilter categories={categories} chosen={chosen} onChoose={choose} />
          )
        }
        search={
          <ListSearchBox
            label="Search products"
            placeholder="Search by name"
            value={search}
            onChange={onSearch}
          />
        }
        count={
          products === undefined ? loading : foundText(found.length, products.length, "product")
        }
      />
      {products === undefined && <SkeletonRows rows={10} kind="table" />}
      {products !== undefined && found.length === 0 && (
        <EmptyState icon="search" title={texts.products.none} hint={texts.customers.noMatchHint} />
      )}
      {found.length > 0 && (
        <Panel>
          <ProductTable products={rows} writtenId={writtenId} toColumn={toColumn} {...actions} />
          <Pager {...pager} />
        </Panel>
      )}
    </>
  );
}
