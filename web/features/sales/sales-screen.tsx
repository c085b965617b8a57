import { useState } from "react";
import type { ReactNode } from "react";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { toasts } from "#web/ui/toast-store.ts";
import { useModalParam } from "#web/ui/use-modal-param.ts";

import { DeleteSale } from "./delete-sale.tsx";
import { NewSaleDialog } from "./new-sale-dialog.tsx";
import { SalesList } from "./sales-list.tsx";
import { salesQuery } from "./sales-query.ts";

export default function SalesScreen() {
  const sales = useScreenQuery(salesQuery(), texts.sales);
  const maySell = useCan("record-sale");
  const newSale = useModalParam("new");
  const [deleting, setDeleting] = useState<SaleItem>();
  const [writtenId, setWrittenId] = useState<string>();
  const newButton = maySell ? (
    <Button tone="primary" icon="plus" onClick={() => newSale.open()}>
      New Sale
    </Button>
  ) : undefined;
  const isEmpty = sales.status === "ready" && sales.data.sales.length === 0;
  const listed = sales.status !== "error" && !isEmpty;

  return (
    <>
      <PageHead title="Sales">{listed ? newButton : undefined}</PageHead>
      {sales.status === "error" && <ErrorState problem={sales} action={texts.tryAgain} />}
      {isEmpty && <NoSales action={newButton} />}
      {listed && (
        <SalesList
          loaded={sales.status === "ready" ? sales.data : undefined}
          writtenId={writtenId}
          onDelete={setDeleting}
        />
      )}
      <NewSaleDialog
        open={maySell && newSale.value !== undefined}
        onClose={newSale.close}
        onSaved={({ id }) => {
          toasts.show("success", "Sale saved");
          setWrittenId(id);
        }}
      />
      <DeleteSale sale={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

function NoSales({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon="receipt"
      title="No sales found"
      hint="Get started by recording your first sale"
      action={action}
    />
  );
}
