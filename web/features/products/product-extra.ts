import * as z from "zod/mini";

import { PerUnitInput, PriceInput, ReorderPointInput } from "#kernel/contract/api/fields.ts";
import { AddProductRequest } from "#kernel/contract/api/product.ts";
import { minorOf, toDecimal, toDecimalText } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { typedAmount } from "#web/format/wire-money.ts";

/** What a shop may say of a product besides its name, price and stock; empty means that it says nothing. */
const typed = <Output>(read: (text: string) => unknown, rule: z.ZodMiniType<Output>) =>
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
const codesOf = (text: string): string[] => text.split(/[\s,;|]+/).filter((code) => code !== "");
const { shape } = AddProductRequest;
const UnitName = z.string().check(z.maxLength(32, "Must have at most 32 characters"));

export const extraShape = {
  sku: typed(asTyped, shape.sku),
  barcodes: typed(codesOf, shape.barcodes),
  category: typed(asTyped, shape.category),
  unit: typed(asTyped, UnitName),
  per_unit: typed(asTyped, PerUnitInput),
  cost: typed(typedAmount, PriceInput),
  reorder_point: typed(asTyped, ReorderPointInput),
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

export const unitIsNamed = z.refine<ExtraForm>(
  ({ unit, per_unit }) => unit !== null || per_unit === null,
  { error: "Unit needs a name", path: ["unit"] },
);

export const emptyExtra: TypedExtra = {
  sku: "",
  barcodes: "",
  category: "",
  unit: "",
  per_unit: "",
  cost: "",
  reorder_point: "",
};

export const typedExtra = (product: Product): TypedExtra => ({
  sku: product.sku ?? "",
  barcodes: product.barcodes.join(", "),
  category: product.category ?? "",
  unit: product.unit?.name ?? "",
  per_unit: product.unit === null ? "" : String(product.unit.per_unit),
  cost: product.cost === null ? "" : toDecimalText(minorOf(product.cost)),
  reorder_point: product.reorder_point === null ? "" : String(product.reorder_point),
});

/** As the wire has it; null where nothing is said. */
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

/** Only what differs: what was never said is not sent, what was taken back is sent as null. */
export function changedExtra(product: Product | undefined, form: ExtraForm) {
  const before: Record<string, unknown> = product === undefined ? {} : wireOf(product);
  const differs = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(before[name] ?? null) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(toWire(form)).filter(differs));
}
