import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";

import { PriceInput, StockInput } from "#kernel/contract/api/fields.ts";
import { AddProductRequest } from "#kernel/contract/api/product.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { keys } from "#web/api/keys.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useSave } from "#web/api/use-command.ts";
import { useMayAdd } from "#web/features/sell/sync/use-own-till.ts";
import * as styles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { typedAmount } from "#web/format/money.ts";
import { useOnline } from "#web/state/store.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { till } from "#web/till/till.ts";
import { Button } from "#web/ui/button/button.tsx";
import { currencySign } from "#web/ui/chart/money.tsx";
import { FieldPair, Hint } from "#web/ui/form/field.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { AmountField, TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { Dialog, DialogFoot } from "#web/ui/overlay/dialog.tsx";

const typedNumber = (rule: z.ZodMiniType<number, number | string>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): number | string => typedAmount(text)),
    ),
    rule,
  );

const QuickProduct = z.object({
  name: AddProductRequest.shape.name,
  price: typedNumber(PriceInput),
  stock: typedNumber(StockInput),
});

type Unknown = { code: string; units: number };

type NewProductProps = { wanted: { name: string; units: number } | undefined };

/** For a product that a search did not find. */
export function NewProductSheet({ wanted }: NewProductProps) {
  const { sheets } = useSell();
  return (
    <Dialog still open={wanted !== undefined} title="New product" onClose={sheets.close}>
      {wanted !== undefined && <QuickAdd {...wanted} />}
    </Dialog>
  );
}

/** Stays open until the cashier deals with it, so that no scan is lost. */
export function UnknownSheet({ unknown }: { unknown: Unknown | undefined }) {
  const { sheets } = useSell();
  return (
    <Dialog
      still
      open={unknown !== undefined}
      title="No product with this code"
      onClose={sheets.close}
    >
      {unknown !== undefined && (
        <>
          <p className={styles.words}>
            <span className={styles.code}>{unknown.code}</span>
          </p>
          <NextStep {...unknown} />
        </>
      )}
    </Dialog>
  );
}

/** A product is added by the server, so that takes a network. */
function NextStep(unknown: Unknown) {
  const mayAdd = useMayAdd("write-products");
  const online = useOnline();
  if (!mayAdd) {
    return (
      <NotAdded>
        Not added to the cart. Search by name, or ask an owner or manager to add this code to the
        product.
      </NotAdded>
    );
  }
  if (!online) {
    return (
      <NotAdded>
        Not added to the cart. You're offline, and new products need a network. Search by name.
      </NotAdded>
    );
  }
  return <QuickAdd {...unknown} />;
}

function NotAdded({ children }: { children: ReactNode }) {
  const { sheets } = useSell();
  return (
    <>
      <p className={styles.words}>{children}</p>
      <DialogFoot>
        <Button tone="primary" onClick={sheets.close}>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}

type QuickAddProps = { code?: string; name?: string; units: number };

function QuickAdd({ code, name: wanted = "", units }: QuickAddProps) {
  const { add, sheets } = useSell();
  const currency = useCurrency();
  const queryClient = useQueryClient();
  const save = useSave<object>("/api/products.php", [keys.dashboard.all]);
  const form = useSchemaForm(QuickProduct, { name: wanted, price: "", stock: String(units) });
  const submit = form.onSubmit(({ name, price, stock }) => {
    const barcodes = code === undefined ? {} : { barcodes: [code] };
    const json = { name, price: toDecimal(price), stock, ...barcodes };
    save.mutate(json, {
      onSuccess: (id) => {
        refreshProducts(queryClient).catch(() => undefined);
        till.sync();
        sheets.close();
        add({ id, name, priceMinor: price, stock_exact: stock, unit: null }, units);
      },
    });
  });
  return (
    <SaveForm
      action="Save and add"
      busy={save.isPending}
      problem={save.error === null ? undefined : notSavedText(save.error)}
      onSubmit={submit}
      onCancel={sheets.close}
    >
      {code !== undefined && <Hint>New barcode. Add the product to sell it.</Hint>}
      <TextField label="Product name" autoComplete="off" {...form.field("name")} />
      <FieldPair>
        <AmountField
          label="Price"
          symbol={currencySign(currency)}
          inputMode="decimal"
          {...form.field("price")}
        />
        <AmountField label="In stock now" inputMode="numeric" {...form.field("stock")} />
      </FieldPair>
    </SaveForm>
  );
}
