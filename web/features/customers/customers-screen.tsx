import { useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { customersQuery } from "#web/api/customers.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";

import { CustomerList } from "./customer-list.tsx";
import { CustomerModals, useCustomerModals } from "./customer-modals.tsx";

const words = texts.customers;

export default function CustomersScreen() {
  const customers = useScreenQuery(customersQuery(), words);
  const modals = useCustomerModals();
  const mayAdd = useCan("write-customers");
  const [search, setSearch] = useState("");
  const [writtenId, setWrittenId] = useState<string>();
  const addButton = mayAdd ? (
    <Button tone="primary" icon="plus" onClick={() => modals.add.open()}>
      Add Customer
    </Button>
  ) : undefined;
  const isEmpty = customers.status === "ready" && customers.data.length === 0;
  const listed = customers.status !== "error" && !isEmpty;

  return (
    <>
      <PageHead title="Customers">{listed ? addButton : undefined}</PageHead>
      {customers.status === "error" && (
        <NotLoaded title={customers.title} detail={customers.detail} retry={customers.retry} />
      )}
      {isEmpty && (
        <EmptyState icon="users" title={words.none} hint={words.noneHint} action={addButton} />
      )}
      {listed && (
        <CustomerList
          customers={customers.status === "ready" ? customers.data : undefined}
          search={search}
          onSearch={setSearch}
          writtenId={writtenId}
          onEdit={({ id }) => modals.edit.open(id)}
          onDelete={modals.setDeleting}
        />
      )}
      <CustomerModals
        customers={customers.status === "ready" ? customers.data : []}
        modals={modals}
        onWritten={(id) => {
          setSearch("");
          setWrittenId(id);
        }}
      />
    </>
  );
}

type NotLoadedProps = { title: string; detail: string; retry: () => void };

/** Customers have a heading of their own for it; the message stands under it. */
function NotLoaded({ title, detail, retry }: NotLoadedProps) {
  return (
    <ErrorState
      problem={{ title: words.errorHeading, detail: title, more: detail, retry }}
      action={texts.tryAgain}
    />
  );
}
