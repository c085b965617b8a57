import { texts } from "#kernel/contract/texts.ts";
import { isFound } from "#web/api/products.ts";
import type { Product } from "#web/api/products.ts";
import { foundText } from "#web/ui/count-text.ts";
import { Toolbar } from "#web/ui/page.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/state.tsx";
import { useFound } from "#web/ui/use-found.ts";
import { usePaging } from "#web/ui/use-paging.ts";
import { STILL_LOADING, useSlow } from "#web/ui/use-slow.ts";

import { ProductTable } from "./product-table.tsx";
import type { ProductActions } from "./product-table.tsx";

type ProductListProps = ProductActions & {
  /** Nothing while they load: one may begin to search already. */
  products: readonly Product[] | undefined;
  search: string;
  onSearch: (search: string) => void;
  writtenId: string | undefined;
};

export function ProductList({
  products,
  search,
  onSearch,
  writtenId,
  ...actions
}: ProductListProps) {
  const { asked, found } = useFound(products, search, isFound);
  const slow = useSlow(products === undefined);
  const { rows, pager } = usePaging(found, asked, writtenId);
  const loading = slow ? STILL_LOADING : "Loading products...";
  return (
    <>
      <Toolbar
        search={
          <SearchBox
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
      {products === undefined && <SkeletonRows rows={pager.pageSize} kind="table" />}
      {products !== undefined && found.length === 0 && (
        <EmptyState icon="search" title={texts.products.none} hint={texts.customers.noMatchHint} />
      )}
      {found.length > 0 && (
        <Panel>
          <ProductTable products={rows} writtenId={writtenId} {...actions} />
          <Pager {...pager} />
        </Panel>
      )}
    </>
  );
}
