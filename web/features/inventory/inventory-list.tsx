import { useMemo } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { isFound, type Product } from "#web/api/products.ts";
import { foundText } from "#web/format/counts.ts";
import { byStock, levelOf } from "#web/parts/stock/counted.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { ListSearchBox } from "#web/ui/form/search-box.tsx";
import { FilterBar } from "#web/ui/layout/page.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Pager } from "#web/ui/table/pager.tsx";
import { useFound, usePaging } from "#web/ui/table/use-paging.ts";

import { InventoryTable, type InventoryActions } from "./inventory-table.tsx";
import { LevelChips, type LevelFilter } from "./level-chips.tsx";
import type { StockSummary } from "./stock-summary.ts";

type InventoryListProps = InventoryActions & {
  /** Undefined while loading; searching is already possible. */
  products: readonly Product[] | undefined;
  summary: StockSummary | undefined;
  search: string;
  onSearch: (search: string) => void;
  level: LevelFilter;
  onLevel: (level: LevelFilter) => void;
  writtenId: string | undefined;
};

export function InventoryList(props: InventoryListProps) {
  const { products, summary, search, onSearch, level, onLevel, writtenId, ...actions } = props;
  const ordered = useMemo(() => products?.toSorted(byStock), [products]);
  const ofLevel = useMemo(
    () => ordered?.filter((product) => level === "all" || levelOf(product) === level),
    [ordered, level],
  );
  const { asked, found } = useFound(ofLevel, search, isFound);
  const { rows, pager } = usePaging(found, `${level} ${asked}`, writtenId);
  return (
    <>
      <FilterBar
        search={
          <ListSearchBox
            label="Search inventory"
            placeholder="Search by name"
            value={search}
            onChange={onSearch}
          />
        }
        filter={<LevelChips summary={summary} level={level} onLevel={onLevel} />}
      />
      {products === undefined ? (
        <SkeletonRows rows={10} kind="table" label="Loading inventory..." />
      ) : (
        <VisuallyHidden spoken>
          {foundText(found.length, products.length, "product")}
        </VisuallyHidden>
      )}
      {products !== undefined && found.length === 0 && (
        <EmptyState icon="search" title={texts.products.none} hint={texts.customers.noMatchHint} />
      )}
      {found.length > 0 && (
        <Panel>
          <InventoryTable products={rows} writtenId={writtenId} {...actions} />
          <Pager {...pager} />
        </Panel>
      )}
    </>
  );
}
