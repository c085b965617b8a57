import { useMemo, useState, lazy, Suspense } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { download } from "#web/api/download.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import { productsQuery, type Product } from "#web/api/products.ts";
import { links } from "#web/links.ts";
import { AdjustStock } from "#web/parts/stock/adjust-stock.tsx";
import { useCan } from "#web/state/use-session.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { PageHead } from "#web/ui/layout/page.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";
import { ListTools } from "#web/ui/table/list-screen.tsx";

import { InventoryList } from "./inventory-list.tsx";
import { InventoryTotals } from "./inventory-totals.tsx";
import { useLevel } from "./level-chips.tsx";
import { summarise } from "./stock-summary.ts";

const Movements = lazy(async () => ({ default: (await import("./movements.tsx")).Movements }));

export default function InventoryScreen() {
  const stock = useKeptQuery(productsQuery(), texts.inventory);
  const products = stock.status === "ready" ? stock.data : undefined;
  const summary = useMemo(() => products && summarise(products), [products]);
  const adjust = useModalParam("adjust");
  const moves = useModalParam("moves");
  const { level, choose } = useLevel();
  const mayAdjust = useCan("move-stock");
  const [search, setSearch] = useState("");
  const [writtenId, setWrittenId] = useState<string>();
  const named = (id: string | undefined) => products?.find((product) => product.id === id);

  return (
    <>
      <PageHead title="Inventory" />
      {stock.status === "error" && <ErrorState problem={stock} action={texts.tryAgain} />}
      {summary?.all === 0 && <NoProducts />}
      {stock.status !== "error" && summary?.all !== 0 && (
        <>
          <InventoryTotals summary={summary} level={level} onLevel={choose} />
          <InventoryList
            {...{ products, summary, search, level, writtenId }}
            onSearch={setSearch}
            onLevel={choose}
            onAdjust={({ id }) => adjust.open(id)}
            onMovements={({ id }) => moves.open(id)}
          />
          <Tools />
        </>
      )}
      <AdjustStock
        product={mayAdjust ? named(adjust.value) : undefined}
        onClose={adjust.close}
        onSaved={(id) => {
          toasts.show("success", "Stock adjusted");
          setWrittenId(id);
        }}
      />
      <MovementsDialog product={named(moves.value)} onClose={moves.close} />
    </>
  );
}

function Tools() {
  const mayExport = useCan("export");
  return (
    <ListTools
      fetchFile={mayExport ? () => download("/api/v1/exports/movements.csv") : undefined}
      exported="stock movements"
    />
  );
}

function NoProducts() {
  const mayAdd = useCan("write-products");
  return (
    <EmptyState
      icon="package"
      title={texts.products.none}
      hint={texts.products.noneHint}
      action={
        mayAdd && (
          <ButtonLink href={links.addProduct()} tone="primary" icon="plus">
            Add Product
          </ButtonLink>
        )
      }
    />
  );
}

type MovementsDialogProps = { product: Product | undefined; onClose: () => void };

function MovementsDialog({ product, onClose }: MovementsDialogProps) {
  const shown = useLasting(product);
  return (
    <Dialog open={product !== undefined} title="Stock movements" onClose={onClose}>
      <DialogBody>
        <Suspense fallback={<SkeletonRows rows={6} kind="list" label="Loading movements..." />}>
          {shown !== undefined && <Movements product={shown} />}
        </Suspense>
      </DialogBody>
    </Dialog>
  );
}
