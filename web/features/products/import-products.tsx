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
  "tax_category",
];

/** One with everything, one with the least, and one that is not counted. */
const SAMPLE = [
  "Milo 400g,62.00,Chocolate drink,24,MILO-400,6001068594501,Drinks,,,50.00,6,yes,standard",
  "Key Soap bar,9.00,,40,,,Household,,,,,,",
  "Haircut,30.00,,,,,Services,,,,,no,exempt",
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
      sample={SAMPLE}
      problem={error === null ? undefined : notSavedText(error)}
      onClose={onClose}
    />
  );
}
