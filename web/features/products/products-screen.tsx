import { useState } from "react";
import type { ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { productsQuery } from "#web/api/products.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";

import { ProductList } from "./product-list.tsx";
import { ProductModals, useProductModals } from "./product-modals.tsx";
import type { AdjustStock } from "./product-modals.tsx";

export default function ProductsScreen({ AdjustStock }: { AdjustStock: AdjustStock }) {
  const products = useScreenQuery(productsQuery(), texts.products);
  const modals = useProductModals();
  const mayAdd = useCan("write-products");
  const [search, setSearch] = useState("");
  const [writtenId, setWrittenId] = useState<string>();
  const addButton = mayAdd ? (
    <Button tone="primary" icon="plus" onClick={() => modals.add.open()}>
      Add Product
    </Button>
  ) : undefined;
  const isEmpty = products.status === "ready" && products.data.length === 0;
  const listed = products.status !== "error" && !isEmpty;

  return (
    <>
      <PageHead title="Products">{listed ? addButton : undefined}</PageHead>
      {products.status === "error" && <ErrorState problem={products} action={texts.tryAgain} />}
      {isEmpty && <NoProducts action={addButton} />}
      {listed && (
        <ProductList
          products={products.status === "ready" ? products.data : undefined}
          search={search}
          onSearch={setSearch}
          writtenId={writtenId}
          onEdit={({ id }) => modals.edit.open(id)}
          onAdjust={({ id }) => modals.adjust.open(id)}
          onDelete={modals.setDeleting}
        />
      )}
      <ProductModals
        AdjustStock={AdjustStock}
        products={products.status === "ready" ? products.data : []}
        modals={modals}
        onWritten={(id) => {
          setSearch("");
          setWrittenId(id);
        }}
      />
    </>
  );
}

function NoProducts({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon="package"
      title="No products found"
      hint="Get started by adding your first product"
      action={action}
    />
  );
}
