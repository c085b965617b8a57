import { lazy, Suspense, useState } from "react";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { download } from "#web/api/download.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { Overlay } from "#web/ui/overlay/overlay.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";
import { ListScreen, ListTools } from "#web/ui/table/list-screen.tsx";

import { SalesList } from "./sales-list.tsx";
import { useSalesList } from "./use-sales-list.ts";

/** Of interest on few devices, and never at first. */
const NotSentYet = lazy(async () => ({
  default: (await import("./not-sent-yet.tsx")).NotSentYet,
}));
const SaleDialog = lazy(async () => ({
  default: (await import("./sale-dialog.tsx")).SaleDialog,
}));
const VoidSale = lazy(async () => ({
  default: (await import("./void-sale.tsx")).VoidSale,
}));
const NewSaleDialog = lazy(async () => ({
  default: (await import("./new-sale-dialog.tsx")).NewSaleDialog,
}));

const fetchFile = () => download("/api/v1/exports/sales.csv");

export default function SalesScreen() {
  const list = useSalesList();
  const maySell = useCan("record-sale");
  const mayExport = useCan("export");
  const newSale = useModalParam("new");
  const opened = useModalParam("sale");
  const [voiding, setVoiding] = useState<SaleItem>();
  const [writtenId, setWrittenId] = useState<string>();
  const { sales } = list;
  const listed = sales.status === "ready" ? sales.data.sales : [];
  const selling = maySell && newSale.value !== undefined;
  const newButton = maySell && (
    <Button tone="primary" icon="plus" onClick={() => newSale.open()}>
      New Sale
    </Button>
  );
  return (
    <>
      <Suspense>
        <NotSentYet />
      </Suspense>
      <ListScreen
        title="Sales"
        status={sales.status}
        isEmpty={sales.status === "ready" && sales.data.total === 0 && !list.narrowed}
        action={newButton}
        failed={sales.status === "error" && <ErrorState problem={sales} action={texts.tryAgain} />}
        empty={
          <EmptyState
            icon="receipt"
            title="No sales found"
            hint="Get started by recording your first sale"
            action={newButton}
          />
        }
        list={
          <SalesList
            list={list}
            writtenId={writtenId}
            onOpen={({ id }) => opened.open(id)}
            onVoid={setVoiding}
          />
        }
        tools={<ListTools fetchFile={mayExport ? fetchFile : undefined} />}
      />
      <Overlay open={selling}>
        <NewSaleDialog
          open={selling}
          onClose={newSale.close}
          onRecorded={({ id }) => {
            list.setSearch("");
            list.onPage(0);
            setWrittenId(id);
          }}
        />
      </Overlay>
      <Overlay open={opened.value !== undefined}>
        <SaleDialog
          id={opened.value}
          listed={listed.find(({ id }) => id === opened.value)}
          onOpen={opened.open}
          onClose={opened.close}
        />
      </Overlay>
      <Overlay open={voiding !== undefined}>
        <VoidSale isListed sale={voiding} onClose={() => setVoiding(undefined)} />
      </Overlay>
    </>
  );
}
