import * as z from "zod/mini";

import { PriceInput, StockInput } from "#kernel/contract/api/fields.ts";
import { AddProductRequest } from "#kernel/contract/api/product.ts";
import { toDecimal, toDecimalText } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Product } from "#web/api/products.ts";
import { typedAmount } from "#web/format/wire-money.ts";

import { changedExtra, emptyExtra, extraShape, typedExtra, unitIsNamed } from "./product-extra.ts";

/** What is typed is always text; empty has words of its own, the rest is judged by the contract's rule. */
const typed = (required: string, rule: z.ZodMiniType<number>) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, required)),
    z.transform((text, context): number => {
      const parsed = rule.safeParse(typedAmount(text));
      if (parsed.success) return parsed.data;
      const message = parsed.error.issues[0]?.message;
      context.issues.push({
        code: "custom",
        input: text,
        ...(message === undefined ? {} : { message }),
      });
      return z.NEVER;
    }),
  );

const StockOnHand = StockInput.check(z.refine((stock) => stock >= 0, texts.stock.belowZero));

export const ProductForm = z
  .object({
    name: AddProductRequest.shape.name,
    description: z.string().check(z.trim(), z.maxLength(2000, "Must have at most 2000 characters")),
    price: typed("Price is required", PriceInput),
    stock: typed("Stock is required", StockOnHand),
    ...extraShape,
  })
  .check(unitIsNamed);
export type ProductForm = z.output<typeof ProductForm>;
export type TypedProduct = z.input<typeof ProductForm>;

export const emptyProduct: TypedProduct = {
  name: "",
  description: "",
  price: "",
  stock: "",
  ...emptyExtra,
};

export const typedProduct = (product: Product): TypedProduct => ({
  name: product.name,
  description: product.description,
  price: toDecimalText(product.priceMinor),
  stock: String(product.stock),
  ...typedExtra(product),
});

export const addRequest = (form: ProductForm) => ({
  name: form.name,
  description: form.description,
  price: toDecimal(form.price),
  stock: form.stock,
  ...changedExtra(undefined, form),
});

/**
 * The id and what was changed, nothing else: a stock that was not touched is not sent, and one that was
 * is sent with the stock the person saw, so that a sale made meanwhile is not written over.
 * Nothing changed: nothing to send.
 */
export function changeRequest(product: Product, form: ProductForm, seenStock: number) {
  const changes = {
    ...(form.name === product.name ? {} : { name: form.name }),
    ...(form.description === product.description
      ? {}
      : { description: form.description === "" ? null : form.description }),
    ...(form.price === product.priceMinor ? {} : { price: toDecimal(form.price) }),
    ...(form.stock === seenStock ? {} : { stock: form.stock, expected_stock: seenStock }),
    ...changedExtra(product, form),
  };
  return Object.keys(changes).length === 0 ? undefined : { id: product.id, ...changes };
}
