import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ImportDialog, useImport } from "#web/parts/import-dialog.tsx";

const NEEDED = ["name", "price"];
const OPTIONAL = [
  "description",
  "stock",
  "sku",
  "barcodes",
  "category",
  "unit",
  "per_unit",
  "cost",
  "reorder_point",
  "track_stock",
];

export function ImportProducts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useImport("/api/v1/products/import", [keys.products.all, keys.dashboard.all]);
  const error = commands.save.error ?? commands.check.error;
  return (
    <ImportDialog
      {...commands}
      open={open}
      one="product"
      needed={NEEDED}
      optional={OPTIONAL}
      problem={error === null ? undefined : notSavedText(error)}
      onClose={onClose}
    />
  );
}
