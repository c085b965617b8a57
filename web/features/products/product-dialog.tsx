import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";

import { keys } from "#web/api/keys.ts";
import { type Product, productsQuery } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useSave } from "#web/api/use-command.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import { RecordDialog } from "#web/ui/overlay/record-dialog.tsx";

import {
  addRequest,
  changeRequest,
  emptyProduct,
  ProductForm,
  typedProduct,
} from "./product-form.ts";
import { ProductInputs } from "./product-inputs.tsx";

type ProductDialogProps = {
  /** A product to edit, "new" to add one, undefined while closed. */
  subject: "new" | Product | undefined;
  onClose: () => void;
  onSaved: (id: string, staysOpen?: boolean) => void;
  /** Opens another product in its place. */
  onOther: (id: string) => void;
};

export const ProductDialog = ({ onOther, ...props }: ProductDialogProps) => (
  <RecordDialog {...props} one="product">
    {(product, { onInstead, ...parts }) => (
      <ProductFields
        key={product?.id}
        product={product}
        onOther={(id) => onInstead(() => onOther(id))}
        {...parts}
      />
    )}
  </RecordDialog>
);

type SaveProduct = ReturnType<typeof addRequest> | NonNullable<ReturnType<typeof changeRequest>>;

const useSaveProduct = () =>
  useSave<SaveProduct>("/api/products.php", [keys.products.all, keys.dashboard.all]);

type ProductFieldsProps = {
  product: Product | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** `id` is undefined if nothing was changed and so nothing was sent. */
  onSaved: (id: string | undefined) => void;
  onSavedOne: (id: string) => void;
  onOther: (id: string) => void;
  isNext: boolean;
};

function ProductFields(props: ProductFieldsProps) {
  const { product, onDirty, onCancel, onSaved, onSavedOne, onOther, isNext } = props;
  const form = useSchemaForm(
    ProductForm,
    product === undefined ? emptyProduct : typedProduct(product),
  );
  const save = useSaveProduct();
  const mayPrice = useCan("edit-prices");
  const { data: products = [] } = useQuery(productsQuery());
  const [firstStock] = useState(product?.stock ?? 0);
  // After a refusal the hint shows the current stock, so that is the stock the person saw.
  const seenStock = save.isError ? (product?.stock ?? 0) : firstStock;
  useReportDirty(form.dirty, onDirty);

  const send = (onSuccess: (id: string) => void) => (typed: ProductForm) => {
    const json =
      product === undefined ? addRequest(typed) : changeRequest(product, typed, seenStock);
    if (json === undefined) onSaved(undefined);
    else save.mutate(json, { onSuccess });
  };
  const another = ({ currentTarget: { form: element } }: MouseEvent<HTMLButtonElement>) => {
    const preventDefault = () => undefined;
    if (element) form.onSubmit(send(onSavedOne))({ currentTarget: element, preventDefault });
  };

  return (
    <SaveForm
      action={product === undefined ? "Add Product" : "Update Product"}
      busy={save.isPending}
      problem={save.error === null ? undefined : notSavedText(save.error)}
      other={
        product === undefined && (
          <Button busy={save.isPending} onClick={another}>
            Save and add another
          </Button>
        )
      }
      onSubmit={form.onSubmit(send(onSaved))}
      onCancel={onCancel}
    >
      <ProductInputs
        field={form.field}
        isNext={isNext}
        mayPrice={mayPrice}
        stockNow={product === undefined ? undefined : seenStock}
        others={products.filter(({ id }) => id !== product?.id)}
        onOther={onOther}
      />
    </SaveForm>
  );
}
