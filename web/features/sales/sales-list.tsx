import { lazy, Suspense, useState } from "react";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Bone, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { STILL_LOADING, useSlow } from "#web/ui/feedback/use-slow.ts";
import { ListSearchBox } from "#web/ui/form/search-box.tsx";
import { ToolSelect } from "#web/ui/form/select-field.tsx";
import { FilterBar } from "#web/ui/layout/page.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { useGrows } from "#web/ui/layout/use-media.ts";
import { Pager } from "#web/ui/table/pager.tsx";

import { salesPeriods } from "./filters/sales-filter.ts";
import { SALES_PAGE } from "./sales-query.ts";
import { type SaleActions, SaleRows, SalesTable } from "./sales-table.tsx";
import * as styles from "./sales.css.ts";
import type { SalesListState } from "./use-sales-list.ts";

/** In another order, and on a phone when the list has grown. */
const FurtherSales = lazy(async () => ({
  default: (await import("./further-sales.tsx")).FurtherSales,
}));
const SalesFigures = lazy(async () => ({
  default: (await import("./sales-figures.tsx")).SalesFigures,
}));

/** Empty is the newest first. */
const ORDERS = [
  ["", "Newest first"],
  ["oldest", "Oldest first"],
  ["largest", "Largest first"],
  ["smallest", "Smallest first"],
] as const;

type SalesListProps = SaleActions & { list: SalesListState; writtenId: string | undefined };

export function SalesList({ list, writtenId, ...actions }: SalesListProps) {
  const loaded = list.sales.status === "ready" ? list.sales.data : undefined;
  const grows = useGrows();
  const isSorted = list.sort !== "";
  const above = Math.min(list.page, loaded?.page ?? 0);
  const toRows = (sales: readonly SaleItem[]) => (
    <SaleRows
      sales={sales}
      writtenId={writtenId}
      paidBy={list.filter.payment_method}
      {...actions}
    />
  );
  return (
    <>
      <FilterBar
        search={
          <ListSearchBox
            label="Search sales"
            placeholder="Customer or sale ID"
            value={list.search}
            onChange={list.setSearch}
          />
        }
        filter={<Filter list={list} total={loaded?.total} />}
      />
      {loaded === undefined && <SkeletonRows rows={10} kind="table" />}
      {loaded?.total === 0 && (
        <EmptyState icon="search" title="No sales found" hint={texts.customers.noMatchHint} />
      )}
      {loaded !== undefined && loaded.total > 0 && (
        <Panel>
          <SalesTable list={list}>
            {(isSorted || (grows && above > 0)) && (
              <Suspense>
                <FurtherSales list={list} pages={above}>
                  {toRows}
                </FurtherSales>
              </Suspense>
            )}
            {!isSorted && toRows(loaded.sales)}
          </SalesTable>
          <Suspense>
            {isSorted ? (
              <FurtherSales list={list} />
            ) : (
              <Pager
                grows
                page={list.page}
                pageSize={SALES_PAGE}
                count={loaded.total}
                onPage={list.onPage}
                busy={loaded.page !== list.page}
              />
            )}
          </Suspense>
        </Panel>
      )}
    </>
  );
}

const SalesFilters = lazy(async () => ({
  default: (await import("./filters/sales-filters.tsx")).SalesFilters,
}));

type FilterProps = { list: SalesListState; total: number | undefined };

function Filter({ list, total }: FilterProps) {
  const { filter, filterCount: count } = list;
  const hasSum = useCan("see-reports") && filter.state !== "voided";
  const [opened, setOpened] = useState(count > 0);
  return (
    <div className={styles.filter}>
      <ToolSelect
        label="Period"
        value={list.period}
        onChange={({ currentTarget: { value } }) =>
          list.choose("period", value === "all" ? "" : value)
        }
      >
        {salesPeriods.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </ToolSelect>
      {useGrows() && (
        <ToolSelect
          label="Sort"
          value={list.sort}
          onChange={({ currentTarget: { value } }) => list.choose("sort", value)}
        >
          {ORDERS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </ToolSelect>
      )}
      <Button aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      <div className={styles.figures}>
        <Suspense fallback={<Waiting hasSum={hasSum} />}>
          {total === undefined ? (
            <Waiting hasSum={hasSum} />
          ) : (
            <SalesFigures list={list} total={total} hasSum={hasSum} />
          )}
        </Suspense>
      </div>
      {opened && (
        <Suspense>
          <SalesFilters filter={filter} onChoose={list.choose} />
        </Suspense>
      )}
    </div>
  );
}

/** As large as the figures will be. */
function Waiting({ hasSum }: { hasSum: boolean }) {
  const slow = useSlow(true);
  return (
    <>
      <output className={styles.count}>{slow ? STILL_LOADING : "Loading sales..."}</output>
      {hasSum && <Bone width="6em" />}
    </>
  );
}
