import { useDeferredValue, useState } from "react";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { customerName } from "#web/api/people.ts";
import { counted, foundText } from "#web/ui/count-text.ts";
import { Toolbar } from "#web/ui/page.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/state.tsx";
import { usePaging } from "#web/ui/use-paging.ts";
import { STILL_LOADING, useSlow } from "#web/ui/use-slow.ts";

import type { Sales } from "./sales-query.ts";
import { SalesTable } from "./sales-table.tsx";

/** The whole id and its last eight characters both find a sale; so do its receipt and its customer. */
function matches(sale: SaleItem, search: string): boolean {
  const words = [customerName(sale), sale.id, shortId(sale.id), sale.receipt_number ?? ""];
  return words.join("\n").toLowerCase().includes(search.trim().toLowerCase());
}

function countText({ sales, total }: Sales, found: number): string {
  if (found < sales.length || total === sales.length) return foundText(found, sales.length, "sale");
  return `Newest ${sales.length.toLocaleString("en-GH")} of ${counted(total, "sale")}`;
}

type SalesListProps = {
  /** Nothing while they load. */
  loaded: Sales | undefined;
  writtenId: string | undefined;
  onDelete: (sale: SaleItem) => void;
};

export function SalesList({ loaded, writtenId, onDelete }: SalesListProps) {
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search);
  const slow = useSlow(loaded === undefined);
  const found = (loaded?.sales ?? []).filter((sale) => matches(sale, asked));
  const { rows, pager } = usePaging(found, asked, writtenId);
  const loading = slow ? STILL_LOADING : "Loading sales...";
  return (
    <>
      <Toolbar
        search={
          <SearchBox
            label="Search sales"
            placeholder="Customer or sale ID"
            value={search}
            onChange={setSearch}
          />
        }
        count={loaded === undefined ? loading : countText(loaded, found.length)}
      />
      {loaded === undefined && <SkeletonRows rows={pager.pageSize} kind="table" />}
      {loaded !== undefined && found.length === 0 && (
        <EmptyState icon="search" title="No sales found" hint={texts.customers.noMatchHint} />
      )}
      {found.length > 0 && (
        <Panel>
          <SalesTable sales={rows} writtenId={writtenId} onDelete={onDelete} />
          <Pager {...pager} />
        </Panel>
      )}
    </>
  );
}
