import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { customersQuery } from "#web/api/customers.ts";
import { download } from "#web/api/download.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import type { ScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { ListScreen, ListTools } from "#web/ui/table/list-screen.tsx";

import { CustomerList } from "./customer-list.tsx";
import { CustomerModals, useCustomerModals } from "./customer-modals.tsx";
import type { CustomerModalsState } from "./customer-modals.tsx";

const words = texts.customers;

const CustomerPage = lazy(async () => ({
  default: (await import("./customer-page.tsx")).CustomerPage,
}));

/** The list, or with `?customer=` the page of one of them. */
export default function CustomersScreen() {
  const [params] = useSearchParams();
  const shown = params.get("customer");
  const query = useKeptQuery(customersQuery(), words);
  const modals = useCustomerModals();
  const [search, setSearch] = useState("");
  const [writtenId, setWrittenId] = useState<string>();
  const customers = query.status === "ready" ? query.data : undefined;
  const actions = {
    onEdit: ({ id }: CustomerItem) => modals.edit.open(id),
    onDelete: modals.setDeleting,
  };
  const addButton = <AddButton onPress={modals.add.open} />;
  return (
    <>
      {shown === null ? (
        <ListScreen
          title="Customers"
          status={query.status}
          isEmpty={customers?.length === 0}
          action={addButton}
          failed={<NotLoaded query={query} />}
          empty={
            <EmptyState icon="users" title={words.none} hint={words.noneHint} action={addButton} />
          }
          list={
            <CustomerList
              customers={customers}
              search={search}
              onSearch={setSearch}
              writtenId={writtenId}
              {...actions}
            />
          }
          tools={<Tools modals={modals} />}
        />
      ) : (
        <Suspense fallback={<PageHead title="Customer" />}>
          <CustomerPage id={shown} onEdit={actions.onEdit} onErase={modals.setErasing} />
        </Suspense>
      )}
      <CustomerModals
        customers={customers ?? []}
        modals={modals}
        onWritten={(id) => {
          setSearch("");
          setWrittenId(id);
        }}
      />
    </>
  );
}

/** This screen has its own heading for the error; other screens share one. */
function NotLoaded({ query }: { query: ScreenQuery<unknown> }) {
  if (query.status !== "error") return undefined;
  const { title, detail, retry } = query;
  return (
    <ErrorState
      problem={{ title: words.errorHeading, detail: title, more: detail, retry }}
      action={texts.tryAgain}
    />
  );
}

function AddButton({ onPress }: { onPress: () => void }) {
  const mayAdd = useCan("write-customers");
  if (!mayAdd) return undefined;
  return (
    <Button tone="primary" icon="plus" onClick={() => onPress()}>
      Add Customer
    </Button>
  );
}

function Tools({ modals }: { modals: CustomerModalsState }) {
  const mayAdd = useCan("write-customers");
  const mayExport = useCan("export");
  const mayRestore = useCan("archive-customers");
  return (
    <ListTools
      onImport={mayAdd ? () => modals.importing.open() : undefined}
      fetchFile={mayExport ? () => download("/api/v1/exports/customers.csv") : undefined}
      onDeleted={mayRestore ? () => modals.deleted.open() : undefined}
    />
  );
}
