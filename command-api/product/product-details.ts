import * as z from "zod/mini";

import type { TaxCategory } from "#kernel/contract/api/product.ts";
import type { ProductDetailsChanged } from "#kernel/contract/events/product.ts";
import { Currency, MinorAmount } from "#kernel/contract/money.ts";
import { untaxedField, UntaxedCategory } from "#kernel/contract/untaxed.ts";

const Unit = z.object({ name: z.string(), perUnit: z.int() });
export type Unit = z.infer<typeof Unit>;

/** The details of a product in its snapshot, active or archived. */
export const Details = {
  name: z.string(),
  priceMinor: MinorAmount,
  currency: Currency,
  description: z.optional(z.string()),
  sku: z.optional(z.string()),
  barcodes: z.optional(z.array(z.string())),
  category: z.optional(z.string()),
  unit: z.optional(Unit),
  costMinor: z.optional(MinorAmount),
  reorderPoint: z.optional(z.int()),
  tracksStock: z.optional(z.boolean()),
  taxCategory: z.optional(UntaxedCategory),
} as const;
const ProductDetails = z.object(Details);
export type ProductDetails = z.infer<typeof ProductDetails>;

export type DetailChanges = ProductDetailsChanged["data"]["changes"];

/** An absent field does not change, null clears it. */
export type NewDetails = Readonly<{
  name?: string | undefined;
  description?: string | null | undefined;
  sku?: string | null | undefined;
  barcodes?: string[] | null | undefined;
  category?: string | null | undefined;
  unit?: Unit | null | undefined;
  costMinor?: number | null | undefined;
  reorderPoint?: number | null | undefined;
  tracksStock?: boolean | undefined;
  taxCategory?: TaxCategory | undefined;
}>;

export const tracksStock = (product: Readonly<{ tracksStock?: boolean | undefined }>): boolean =>
  product.tracksStock !== false;

const TEXTS = ["description", "sku", "category"] as const;
const NUMBERS = ["costMinor", "reorderPoint"] as const;

/** The fields that really change, with from and to. */
export function findChanges(state: ProductDetails, wanted: NewDetails): DetailChanges {
  const changes: DetailChanges = {};
  if (wanted.name !== undefined && wanted.name !== state.name) {
    changes.name = { from: state.name, to: wanted.name };
  }
  for (const field of TEXTS) {
    const change = changeOf(state[field], wanted[field]);
    if (change) changes[field] = change;
  }
  for (const field of NUMBERS) {
    const change = changeOf(state[field], wanted[field]);
    if (change) changes[field] = change;
  }
  const barcodes = changeOf(state.barcodes, wanted.barcodes);
  if (barcodes) changes.barcodes = barcodes;
  const unit = changeOf(state.unit, wanted.unit);
  if (unit) changes.unit = unit;
  const from = tracksStock(state);
  if (wanted.tracksStock !== undefined && wanted.tracksStock !== from) {
    changes.tracksStock = { from, to: wanted.tracksStock };
  }
  const { taxCategory: taxedBefore = "standard" } = state;
  if (wanted.taxCategory !== undefined && wanted.taxCategory !== taxedBefore) {
    changes.taxCategory = { from: taxedBefore, to: wanted.taxCategory };
  }
  return changes;
}

function changeOf<Value>(from: Value | undefined, to: Value | null | undefined) {
  const before = from ?? null;
  if (to === undefined || JSON.stringify(before) === JSON.stringify(to)) return undefined;
  return { from: before, to };
}

/** The details after a change. Cleared fields are absent. */
export function withChanges(state: ProductDetails, changes: DetailChanges): ProductDetails {
  const { name, priceMinor, currency } = state;
  const after: ProductDetails = { name: changes.name?.to ?? name, priceMinor, currency };
  for (const field of TEXTS) {
    const value = valueAfter(state[field], changes[field]);
    if (value !== undefined) after[field] = value;
  }
  for (const field of NUMBERS) {
    const value = valueAfter(state[field], changes[field]);
    if (value !== undefined) after[field] = value;
  }
  const barcodes = valueAfter(state.barcodes, changes.barcodes);
  if (barcodes) after.barcodes = barcodes;
  const unit = valueAfter(state.unit, changes.unit);
  if (unit) after.unit = unit;
  if (!(changes.tracksStock?.to ?? tracksStock(state))) after.tracksStock = false;
  return { ...after, ...untaxedField(changes.taxCategory?.to ?? state.taxCategory) };
}

const valueAfter = <Value>(
  before: Value | undefined,
  change: { to: Value | null } | undefined,
): Value | undefined => (change ? (change.to ?? undefined) : before);

/** Converts sale units to the counted unit: parts of them, if the product is sold in parts. */
export const toParts = (saleUnits: number, unit: Unit | null | undefined): number =>
  saleUnits * (unit?.perUnit ?? 1);

/** Whole sale units, rounded down. */
export const toSaleUnits = (parts: number, unit: Unit | null | undefined): number =>
  Math.floor(parts / (unit?.perUnit ?? 1));

const MOST_PARTS = 2_147_483_647;
export const isCountable = (parts: number): boolean => Math.abs(parts) <= MOST_PARTS;
