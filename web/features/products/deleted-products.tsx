import { queryOptions } from "@tanstack/react-query";

import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { listProducts } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { RestoreDialog, useRestore } from "#web/parts/restore-dialog.tsx";

const deletedQuery = queryOptions({
  queryKey: keys.products.archived,
  queryFn: async ({ signal }) => {
    const products = await listProducts("?archived=true", signal);
    return products.map(({ id, name, sku }) => ({ id, name, about: sku ?? undefined }));
  },
});

export function DeletedProducts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const list = useScreenQuery({ ...deletedQuery, enabled: open }, texts.products);
  const restore = useRestore("/api/v1/products", [keys.products.all, keys.dashboard.all]);
  return (
    <RestoreDialog
      open={open}
      title="Deleted products"
      none="No deleted products"
      list={list}
      restore={restore}
      problem={restore.error === null ? undefined : notSavedText(restore.error)}
      onClose={onClose}
    />
  );
}
