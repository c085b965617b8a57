import { useQuery } from "@tanstack/react-query";
import { lazy, type MouseEvent, Suspense, useState } from "react";

import { keys } from "#web/api/keys.ts";
import { type Product, productsQuery } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { save as sendSave, useCommand } from "#web/api/use-command.ts";
import { isCounted } from "#web/parts/stock/counted.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import { RecordDialog } from "#web/ui/overlay/record-dialog.tsx";

import type { PictureField as Field } from "./picture/picture-field.tsx";
import {
  addRequest,
  changeRequest,
  emptyProduct,
  ProductForm,
  typedProduct,
  UncountedForm,
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
    {(product, parts) => (
      <ProductFields key={product?.id} product={product} onOther={onOther} {...parts} />
    )}
  </RecordDialog>
);

const NoField: typeof Field = () => <></>;
/** Loaded with the dialog. It is not on the device without a network: then there is no field. */
const loading = import("./picture/picture-field.tsx").then(
  ({ PictureField: field }) => ({ default: field }),
  () => ({ default: NoField }),
);
const PictureField = lazy(() => loading);

type PicturedProps = {
  stored: string | null;
  picture: string | null | undefined;
  choosePicture: (picture: string | null | undefined) => void;
};

const Pictured = ({ stored, picture, choosePicture }: PicturedProps) => (
  <Suspense>
    <PictureField stored={stored} chosen={picture} onChoose={choosePicture} />
  </Suspense>
);

type SaveProduct = Readonly<{
  /** Of a product that is edited. */
  id: string | undefined;
  /** Undefined if only the picture changes. */
  json: ReturnType<typeof addRequest> | ReturnType<typeof changeRequest>;
  /** As `data:`; null removes it, undefined leaves it. */
  picture: string | null | undefined;
}>;

/** The picture is stored first. A retry adds no second product, because it has the same key. */
async function saveProduct({ id, json, picture }: SaveProduct, commandKey: string) {
  if (picture === undefined) return json === undefined ? id : sendProduct(json, commandKey);
  const { setPicture, storePicture } = await import("./picture/save-picture.ts");
  const sha256 = await storePicture(picture);
  const savedId = json === undefined ? id : await sendProduct(json, commandKey);
  if (savedId !== undefined) await setPicture(savedId, sha256);
  return savedId;
}

const sendProduct = (json: object, commandKey: string): Promise<string> =>
  sendSave("/api/products.php", json, commandKey);

const useSaveProduct = () => useCommand(saveProduct, [keys.products.all, keys.dashboard.all]);

/** `counted`: the stock was counted until now. */
function useProductForm(product: Product | undefined) {
  const [counted] = useState(product === undefined || isCounted(product));
  const [counts, setCounts] = useState(counted);
  const form = useSchemaForm(
    counts ? ProductForm : UncountedForm,
    product === undefined ? emptyProduct : typedProduct(product),
  );
  const [picture, choosePicture] = useState<string | null>();
  const isDirty = form.dirty || counts !== counted || picture !== undefined;
  return { form, counted, counts, setCounts, picture, choosePicture, isDirty };
}

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
  const { form, counted, counts, setCounts, isDirty, ...pictured } = useProductForm(product);
  const save = useSaveProduct();
  const mayPrice = useCan("edit-prices");
  const { data: products = [] } = useQuery(productsQuery());
  /** It is asked before what was typed is left for it. */
  const [other, setOther] = useState<string>();
  // The list refreshes `product` behind the form. What another person changed meanwhile stays theirs.
  const [opened] = useState(product);
  // After a refusal the hint shows the current stock, so that is the stock the person saw.
  const seenStock = save.isError ? (product?.stock ?? 0) : (opened?.stock ?? 0);
  useReportDirty(isDirty, onDirty);

  const send = (onSuccess: (id: string | undefined) => void) => (typed: ProductForm) => {
    const json =
      opened === undefined
        ? addRequest(typed, { counts })
        : changeRequest(opened, typed, { counts, seenStock });
    const { picture } = pictured;
    if (json === undefined && picture === undefined) onSaved(undefined);
    else save.mutate({ id: product?.id, json, picture }, { onSuccess });
  };
  const savedOne = (id: string | undefined) => id !== undefined && onSavedOne(id);
  const another = ({ currentTarget: { form: element } }: MouseEvent<HTMLButtonElement>) => {
    const preventDefault = () => undefined;
    if (element) form.onSubmit(send(savedOne))({ currentTarget: element, preventDefault });
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
        counts={counts}
        onCounts={setCounts}
        stockNow={product && (counted ? seenStock : "uncounted")}
        others={products.filter(({ id }) => id !== product?.id)}
        onOther={(id) => (isDirty ? setOther(id) : onOther(id))}
        picture={<Pictured stored={product?.picture ?? null} {...pictured} />}
      />
      <Confirm
        open={other !== undefined}
        title="Open the other product?"
        question="What you typed will be lost."
        action="Discard"
        cancel="Keep editing"
        onConfirm={() => other !== undefined && onOther(other)}
        onCancel={() => setOther(undefined)}
      />
    </SaveForm>
  );
}
