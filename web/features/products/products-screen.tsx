import { useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { download } from "#web/api/download.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import { productsQuery } from "#web/api/products.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { ListScreen, ListTools } from "#web/ui/table/list-screen.tsx";

import { useCategory } from "./category-filter.tsx";
import { ProductList } from "./product-list.tsx";
import { ProductModals, useProductModals } from "./product-modals.tsx";
import type { ProductModalsState } from "./product-modals.tsx";

export default function ProductsScreen() {
  const query = useKeptQuery(productsQuery(), texts.products);
  const modals = useProductModals();
  const [search, setSearch] = useState("");
  const [writtenId, setWrittenId] = useState<string>();
  const products = query.status === "ready" ? query.data : undefined;
  const category = useCategory(products);
  const addButton = <AddButton onPress={modals.add.open} />;
  return (
    <>
      <ListScreen
        title="Products"
        status={query.status}
        isEmpty={products?.length === 0}
        action={addButton}
        failed={query.status === "error" && <ErrorState problem={query} action={texts.tryAgain} />}
        empty={
          <EmptyState
            icon="package"
            title={texts.products.none}
            hint={texts.products.noneHint}
            action={
              <>
                {addButton}
                <StarterButton onPress={modals.starter.open} />
              </>
            }
          />
        }
        list={
          <ProductList
            products={products}
            category={category}
            search={search}
            onSearch={setSearch}
            writtenId={writtenId}
            onEdit={({ id }) => modals.edit.open(id)}
            onAdjust={({ id }) => modals.adjust.open(id)}
            onDelete={modals.setDeleting}
          />
        }
        tools={<Tools modals={modals} hasSome={products !== undefined && products.length > 0} />}
      />
      <ProductModals
        products={products ?? []}
        shown={{ ofCategory: category.ofCategory ?? [], search }}
        modals={modals}
        onWritten={(id) => {
          setSearch("");
          category.choose("");
          setWrittenId(id);
        }}
      />
    </>
  );
}

function AddButton({ onPress }: { onPress: () => void }) {
  const mayAdd = useCan("write-products");
  if (!mayAdd) return undefined;
  return (
    <Button tone="primary" icon="plus" onClick={() => onPress()}>
      Add Product
    </Button>
  );
}

function StarterButton({ onPress }: { onPress: () => void }) {
  const mayAdd = useCan("write-products");
  if (!mayAdd) return undefined;
  return (
    <Button icon="package" onClick={() => onPress()}>
      Add from a list
    </Button>
  );
}

function Tools({ modals, hasSome }: { modals: ProductModalsState; hasSome: boolean }) {
  const mayAdd = useCan("write-products");
  const mayEdit = useCan("edit-products");
  const mayExport = useCan("export");
  return (
    <ListTools
      onStarter={mayAdd && hasSome ? () => modals.starter.open() : undefined}
      onSeveral={mayEdit && hasSome ? () => modals.bulk.open() : undefined}
      onImport={mayAdd ? () => modals.importing.open() : undefined}
      fetchFile={mayExport ? () => download("/api/v1/exports/products.csv") : undefined}
      onDeleted={mayAdd ? () => modals.deleted.open() : undefined}
    />
  );
}
