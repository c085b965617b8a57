import type { ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import type { Stats, Tenant } from "#web/api/platform.ts";
import { counted } from "#web/format/counts.ts";
import { Chips } from "#web/ui/button/chips.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { FilterBar } from "#web/ui/layout/page.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Pager } from "#web/ui/table/pager.tsx";

import { TenantTable, type TenantActions } from "./tenant-table.tsx";
import { PAGE_SIZE, type StatusFilter, type TenantList as List } from "./use-tenant-list.ts";

const WAITING_ROWS = 8;

type TenantListProps = TenantActions & {
  list: List;
  stats: Stats | undefined;
  writtenId: string | undefined;
  addButton: ReactNode;
};

export function TenantList({ list, stats, ...rest }: TenantListProps) {
  return (
    <>
      <FilterBar
        search={
          <SearchBox
            label="Search tenants"
            placeholder="Search by name or email"
            value={list.search}
            onChange={list.setSearch}
          />
        }
        filter={
          <Chips<StatusFilter>
            legend="Status"
            chips={chipsOf(stats)}
            value={list.status}
            onChange={list.choose}
          />
        }
      />
      {list.tenants === undefined ? (
        <SkeletonRows rows={WAITING_ROWS} kind="lines" label="Loading tenants..." />
      ) : (
        <Found list={list} tenants={list.tenants} {...rest} />
      )}
    </>
  );
}

type FoundProps = Omit<TenantListProps, "stats"> & { tenants: readonly Tenant[] };

function Found({ list, tenants, writtenId, addButton, ...actions }: FoundProps) {
  const { total, shown, filtered, settling } = list;
  if (tenants.length === 0) {
    return settling ? (
      <SkeletonRows rows={1} kind="lines" label="Searching tenants..." />
    ) : (
      <NoTenants filtered={filtered} addButton={addButton} />
    );
  }
  return (
    <>
      {!settling && <VisuallyHidden spoken>{counted(total, "tenant")}</VisuallyHidden>}
      <Panel>
        <TenantTable tenants={tenants} writtenId={writtenId} {...actions} />
        <Pager
          page={shown.page - 1}
          pageSize={PAGE_SIZE}
          count={total}
          onPage={(next) => shown.turn(next + 1)}
        />
      </Panel>
    </>
  );
}

const chipsOf = (stats: Stats | undefined) => [
  { value: "all" as const, label: "All", count: stats?.totalTenants },
  { value: "active" as const, label: "Active", count: stats?.activeTenants },
  {
    value: "suspended" as const,
    label: "Suspended",
    count: stats && stats.totalTenants - stats.activeTenants - stats.pendingApprovals,
  },
  { value: "pending" as const, label: "Pending", count: stats?.pendingApprovals },
];

function NoTenants({ filtered, addButton }: { filtered: boolean; addButton: ReactNode }) {
  return filtered ? (
    <EmptyState icon="search" title="No tenants found" hint={texts.customers.noMatchHint} />
  ) : (
    <EmptyState
      icon="store"
      title="No tenants yet"
      hint="Businesses appear here when they register. You can also add one and invite its owner."
      action={addButton}
    />
  );
}
