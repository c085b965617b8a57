import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { foundText } from "#web/format/counts.ts";
import { customerName } from "#web/format/names.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { STILL_LOADING, useSlow } from "#web/ui/feedback/use-slow.ts";
import { ListSearchBox } from "#web/ui/form/search-box.tsx";
import { Toolbar } from "#web/ui/layout/page.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { Pager } from "#web/ui/table/pager.tsx";
import { useFound, usePaging } from "#web/ui/table/use-paging.ts";
import { useSorting } from "#web/ui/table/use-sorting.tsx";

import { CustomerTable, type CustomerActions } from "./customer-table.tsx";

const words = texts.customers;

const ORDERS = {
  Customer: (one: CustomerItem, other: CustomerItem) =>
    customerName(one).localeCompare(customerName(other)),
};

type CustomerListProps = CustomerActions & {
  /** Undefined while loading; searching is already possible. */
  customers: readonly CustomerItem[] | undefined;
  search: string;
  onSearch: (search: string) => void;
  writtenId: string | undefined;
};

export function CustomerList({
  customers,
  search,
  onSearch,
  writtenId,
  ...actions
}: CustomerListProps) {
  const { asked, found } = useFound(customers, search, matches);
  const slow = useSlow(customers === undefined);
  const { sorted, toColumn, key } = useSorting(found, ORDERS);
  const { rows, pager } = usePaging(sorted, `${asked}${key}`, writtenId);
  const loading = slow ? STILL_LOADING : words.loading;
  return (
    <>
      <Toolbar
        search={
          <ListSearchBox
            label="Search customers"
            placeholder="Search by name, email, or phone"
            value={search}
            onChange={onSearch}
          />
        }
        count={
          customers === undefined ? loading : foundText(found.length, customers.length, "customer")
        }
      />
      {customers === undefined && <SkeletonRows rows={10} kind="lines" />}
      {customers !== undefined && found.length === 0 && (
        <EmptyState icon="search" title={words.none} hint={words.noMatchHint} />
      )}
      {found.length > 0 && (
        <Panel>
          <CustomerTable customers={rows} writtenId={writtenId} toColumn={toColumn} {...actions} />
          <Pager {...pager} />
        </Panel>
      )}
    </>
  );
}

/**
 * Name and email ignore case, the phone must match as written, and a full customer ID finds its
 * customer.
 */
function matches(customer: CustomerItem, search: string): boolean {
  const text = search.trim();
  const searched = `${customerName(customer)}\n${customer.email ?? ""}`;
  return (
    searched.toLowerCase().includes(text.toLowerCase()) ||
    (customer.phone ?? "").includes(text) ||
    shortId(customer.id) === text.toLowerCase()
  );
}
