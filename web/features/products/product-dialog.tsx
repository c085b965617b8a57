import type { Product } from "#web/api/products.ts";
import { RecordDialog } from "#web/ui/overlay/record-dialog.tsx";

import { ProductFields } from "./product-fields.tsx";

type ProductDialogProps = {
  /** Adding, or the product that is edited; nothing while closed. */
  subject: "new" | Product | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export const ProductDialog = (props: ProductDialogProps) => (
  <RecordDialog {...props} one="product">
    {(product, parts) => <ProductFields product={product} {...parts} />}
  </RecordDialog>
);
