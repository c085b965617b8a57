import * as z from "zod/mini";

import {
  PriceInput,
  StockInput,
  PerUnitInput,
  ReorderPointInput,
} from "#kernel/contract/api/fields.ts";
import { AddProductRequest, TaxCategory } from "#kernel/contract/api/product.ts";
import { toDecimal, toDecimalText, minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Product } from "#web/api/products.ts";
import { typedAmount } from "#web/format/money.ts";
import { isCounted } from "#web/parts/stock/counted.ts";

/** A schema for an optional field: empty text becomes null. */
const optionalText = <Output>(read: (text: string) => unknown, rule: z.ZodMiniType<Output>) =>
  z.pipe(
    z.string().check(z.trim()),
    z.transform((text, context): Output | null => {
      if (text === "") return null;
      const parsed = rule.safeParse(read(text));
      if (parsed.success) return parsed.data;
      const message = parsed.error.issues[0]?.message ?? "";
      context.issues.push({ code: "custom", input: text, message });
      return z.NEVER;
    }),
  );

const asTyped = (text: string): string => text;
export const codesOf = (text: string): string[] =>
  text.split(/[\s,;|]+/).filter((code) => code !== "");
const { shape } = AddProductRequest;
const UnitName = z.string().check(z.maxLength(32, "Must have at most 32 characters"));

const extraShape = {
  sku: optionalText(asTyped, shape.sku),
  barcodes: optionalText(codesOf, shape.barcodes),
  category: optionalText(asTyped, shape.category),
  unit: optionalText(asTyped, UnitName),
  per_unit: optionalText(asTyped, PerUnitInput),
  cost: optionalText(typedAmount, PriceInput),
  reorder_point: optionalText(asTyped, ReorderPointInput),
} as const;

export const EXTRA = [
  "sku",
  "barcodes",
  "category",
  "unit",
  "per_unit",
  "cost",
  "reorder_point",
] as const;

const ExtraForm = z.object(extraShape);
type ExtraForm = z.output<typeof ExtraForm>;
type TypedExtra = z.input<typeof ExtraForm>;

const unitIsNamed = z.refine<ExtraForm>(
  ({ unit, per_unit }) => unit !== null || per_unit === null,
  { error: "Unit name is required", path: ["unit"] },
);

const emptyExtra: TypedExtra = {
  sku: "",
  barcodes: "",
  category: "",
  unit: "",
  per_unit: "",
  cost: "",
  reorder_point: "",
};

const typedExtra = (product: Product): TypedExtra => ({
  sku: product.sku ?? "",
  barcodes: product.barcodes.join(", "),
  category: product.category ?? "",
  unit: product.unit?.name ?? "",
  per_unit: product.unit === null ? "" : String(product.unit.per_unit),
  cost: product.cost === null ? "" : toDecimalText(minorOf(product.cost)),
  reorder_point: product.reorder_point === null ? "" : String(product.reorder_point),
});

/** Converts the form to the request body; null means no value. */
const toWire = ({ sku, barcodes, category, unit, per_unit, cost, reorder_point }: ExtraForm) => ({
  sku: sku ?? null,
  barcodes: barcodes ?? null,
  category: category ?? null,
  unit: unit === null ? null : { name: unit, per_unit: per_unit ?? 1 },
  cost: cost === null ? null : toDecimal(cost),
  reorder_point,
});

const wireOf = (product: Product) => ({
  sku: product.sku,
  barcodes: product.barcodes.length === 0 ? null : product.barcodes,
  category: product.category,
  unit: product.unit,
  cost: product.cost,
  reorder_point: product.reorder_point,
});

/** Only the fields that differ. A cleared field is sent as null. */
function changedExtra(product: Product | undefined, form: ExtraForm) {
  const before: Record<string, unknown> = product === undefined ? {} : wireOf(product);
  const differs = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(before[name] ?? null) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(toWire(form)).filter(differs));
}

/**
 * A schema for a required field: empty text has its own message, and the contract's rule checks
 * the rest.
 */
const requiredText = (required: string, rule: z.ZodMiniType<number>) =>
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

const fields = {
  name: AddProductRequest.shape.name,
  description: z.string().check(z.trim(), z.maxLength(2000, "Must have at most 2000 characters")),
  price: requiredText("Price is required", PriceInput),
  tax_category: TaxCategory,
  ...extraShape,
} as const;

export const ProductForm = z
  .object({ ...fields, stock: requiredText("Stock is required", StockOnHand) })
  .check(unitIsNamed);
export type ProductForm = z.output<typeof ProductForm>;

/** The form while "Don't count stock" is on: the stock is not looked at. */
export const UncountedForm = z
  .object({
    ...fields,
    stock: z.pipe(
      z.string(),
      z.transform(() => 0),
    ),
  })
  .check(unitIsNamed);

export type TypedProduct = z.input<typeof ProductForm>;

const categoryOf = ({ tax_category: category = "standard" }: Product): TaxCategory => category;

export const emptyProduct: TypedProduct = {
  name: "",
  description: "",
  price: "",
  stock: "",
  tax_category: "standard",
  ...emptyExtra,
};

export const typedProduct = (product: Product): TypedProduct => ({
  name: product.name,
  description: product.description,
  price: toDecimalText(product.priceMinor),
  // Who begins to count it enters what is there.
  stock: isCounted(product) ? String(product.stock) : "",
  tax_category: categoryOf(product),
  ...typedExtra(product),
});

/** How the stock of the product is counted from now on, and what the person saw of it. */
type Counting = Readonly<{ counts: boolean; seenStock: number }>;

export const addRequest = (form: ProductForm, { counts }: Pick<Counting, "counts">) => ({
  name: form.name,
  description: form.description,
  price: toDecimal(form.price),
  stock: form.stock,
  ...(counts ? {} : { track_stock: false }),
  ...(form.tax_category === "standard" ? {} : { tax_category: form.tax_category }),
  ...changedExtra(undefined, form),
});

/**
 * The id and the changed fields, undefined if nothing changed. A changed stock is sent with the
 * stock the person saw, so that it does not overwrite a sale made in the meantime.
 */
export function changeRequest(product: Product, form: ProductForm, counting: Counting) {
  const changes = {
    ...(form.name === product.name ? {} : { name: form.name }),
    ...(form.description === product.description
      ? {}
      : { description: form.description === "" ? null : form.description }),
    ...(form.price === product.priceMinor ? {} : { price: toDecimal(form.price) }),
    ...changedStock(product, form, counting),
    ...(form.tax_category === categoryOf(product) ? {} : { tax_category: form.tax_category }),
    ...changedExtra(product, form),
  };
  return Object.keys(changes).length === 0 ? undefined : { id: product.id, ...changes };
}

/** Counting begins with a count. What it was before is not compared: it was not counted. */
function changedStock(product: Product, { stock }: ProductForm, { counts, seenStock }: Counting) {
  const counted = isCounted(product);
  if (!counts) return counted ? { track_stock: false } : {};
  if (!counted) return { track_stock: true, stock };
  return stock === seenStock ? {} : { stock, expected_stock: seenStock };
}
