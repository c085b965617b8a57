import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
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

import { CustomerTable } from "./customer-table.tsx";
import type { CustomerActions } from "./customer-table.tsx";
import { matches } from "./find-customers.ts";

const words = texts.customers;

type CustomerListProps = CustomerActions & {
  /** Nothing while they load: one may begin to search already. */
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
  const { rows, pager } = usePaging(found, asked, writtenId);
  const loading = slow ? STILL_LOADING : words.loading;
  return (
    <>
      <Toolbar
        search={
          <SearchBox
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
      {customers === undefined && <SkeletonRows rows={pager.pageSize} kind="lines" />}
      {customers !== undefined && found.length === 0 && (
        <EmptyState icon="search" title={words.none} hint={words.noMatchHint} />
      )}
      {found.length > 0 && (
        <Panel>
          <CustomerTable customers={rows} writtenId={writtenId} {...actions} />
          <Pager {...pager} />
        </Panel>
      )}
    </>
  );
}
