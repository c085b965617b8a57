import { lazy, useState } from "react";
import { useLocation } from "wouter";

import type { Product } from "#web/api/products.ts";
import { links } from "#web/links.ts";
import { AdjustStock } from "#web/parts/stock/adjust-stock.tsx";
import { useCan } from "#web/state/use-session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Overlay } from "#web/ui/overlay/overlay.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

const ProductDialog = lazy(async () => ({
  default: (await import("./product-dialog.tsx")).ProductDialog,
}));
const DeleteProduct = lazy(async () => ({
  default: (await import("./delete-product.tsx")).DeleteProduct,
}));
const ImportProducts = lazy(async () => ({
  default: (await import("./import-products.tsx")).ImportProducts,
}));
const StarterDialog = lazy(async () => ({
  default: (await import("./starter/starter-dialog.tsx")).StarterDialog,
}));
const BulkDialog = lazy(async () => ({
  default: (await import("./bulk/bulk-dialog.tsx")).BulkDialog,
}));
const DeletedProducts = lazy(async () => ({
  default: (await import("./deleted-products.tsx")).DeletedProducts,
}));

/** The products that the list shows, by its filter. */
type Shown = Readonly<{ ofCategory: readonly Product[]; search: string }>;

/** The URL opens the dialogs, so that Back closes them. Delete confirmations are not in the URL. */
export function useProductModals() {
  const add = useModalParam("add");
  const edit = useModalParam("edit");
  const adjust = useModalParam("adjust");
  const importing = useModalParam("import");
  const starter = useModalParam("starter");
  const deleted = useModalParam("deleted");
  const bulk = useModalParam("bulk");
  const [deleting, setDeleting] = useState<Product>();
  return { add, edit, adjust, importing, starter, deleted, bulk, deleting, setDeleting };
}

export type ProductModalsState = ReturnType<typeof useProductModals>;

/** Opens another product in place of the form: Back closes it as it would have closed that one. */
function useEditInstead() {
  const [, navigate] = useLocation();
  return (id: string) => {
    const state: unknown = history.state;
    navigate(`${links.products()}?${new URLSearchParams({ edit: id })}`, { replace: true, state });
  };
}

type ProductModalsProps = {
  products: readonly Product[];
  shown: Shown;
  modals: ProductModalsState;
  onWritten: (id: string) => void;
};

export function ProductModals({ products, shown, modals, onWritten }: ProductModalsProps) {
  const { add, edit, adjust, importing, starter, deleted, bulk, deleting, setDeleting } = modals;
  const editInstead = useEditInstead();
  const mayAdd = useCan("write-products");
  const mayEdit = useCan("edit-products");
  const mayAdjust = useCan("move-stock");
  const named = (id: string | undefined) => products.find((product) => product.id === id);
  const isImporting = mayAdd && importing.value !== undefined;
  const isStarting = mayAdd && starter.value !== undefined;
  const isRestoring = mayAdd && deleted.value !== undefined;
  const isChanging = mayEdit && bulk.value !== undefined;
  const adding = mayAdd && add.value !== undefined;
  const subject = adding ? "new" : mayEdit ? named(edit.value) : undefined;
  const written = (text: string) => (id: string, staysOpen?: boolean) => {
    if (!staysOpen) toasts.show("success", text);
    onWritten(id);
  };
  return (
    <>
      <Overlay open={subject !== undefined}>
        <ProductDialog
          subject={subject}
          onClose={adding ? add.close : edit.close}
          onSaved={written(adding ? "Product added" : "Product updated")}
          onOther={editInstead}
        />
      </Overlay>
      <AdjustStock
        product={mayAdjust ? named(adjust.value) : undefined}
        onClose={adjust.close}
        onSaved={written("Stock adjusted")}
      />
      <Overlay open={deleting !== undefined}>
        <DeleteProduct product={deleting} onClose={() => setDeleting(undefined)} />
      </Overlay>
      <Overlay open={isImporting}>
        <ImportProducts open={isImporting} onClose={importing.close} />
      </Overlay>
      <Overlay open={isStarting}>
        <StarterDialog open={isStarting} onClose={starter.close} />
      </Overlay>
      <Overlay open={isRestoring}>
        <DeletedProducts open={isRestoring} onClose={deleted.close} />
      </Overlay>
      <Overlay open={isChanging}>
        <BulkDialog open={isChanging} shown={shown} onClose={bulk.close} />
      </Overlay>
    </>
  );
}
