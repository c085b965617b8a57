import * as z from "zod/mini";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { MAX_QUANTITY, multiplyMinor, parseMinor, toDecimalText } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { typedAmount } from "#web/format/wire-money.ts";

/** Quantity and price stay as typed: a field that is half typed is not a number yet. */
export const SaleLine = z.object({
  productId: z.string(),
  name: z.string(),
  stock: z.int(),
  quantity: z.string(),
  price: z.string(),
  /** Of what is sold in parts: so many of them are the unit that is counted here. */
  perUnit: z.optional(z.int()),
});
export type SaleLine = z.infer<typeof SaleLine>;

/** The sale before it is saved. An empty `customerId` is the walk-in customer. */
export const SaleDraft = z.object({
  lines: z.array(SaleLine),
  customerId: z.string(),
  paymentMethod: PaymentMethod,
});
export type SaleDraft = z.infer<typeof SaleDraft>;

export const emptySale: SaleDraft = { lines: [], customerId: "", paymentMethod: "cash" };

type Pickable = Pick<Product, "id" | "name" | "stock" | "priceMinor" | "unit">;

export type SaleAction =
  | { type: "picked"; product: Pickable }
  | { type: "removed"; productId: string }
  | { type: "quantityTyped"; productId: string; quantity: string }
  | { type: "priceTyped"; productId: string; price: string }
  | { type: "customerChosen"; customerId: string }
  | { type: "paymentChosen"; paymentMethod: PaymentMethod };

export function reduceSale(draft: SaleDraft, action: SaleAction): SaleDraft {
  switch (action.type) {
    case "picked":
      return { ...draft, lines: pick(draft.lines, action.product) };
    case "removed":
      return { ...draft, lines: draft.lines.filter((line) => line.productId !== action.productId) };
    case "quantityTyped":
      return changeLine(draft, action.productId, { quantity: action.quantity });
    case "priceTyped":
      return changeLine(draft, action.productId, { price: action.price });
    case "customerChosen":
      return { ...draft, customerId: action.customerId };
    case "paymentChosen":
      return { ...draft, paymentMethod: action.paymentMethod };
  }
}

/** Picking a product that is there already counts one more of it. */
function pick(lines: readonly SaleLine[], product: Pickable): SaleLine[] {
  const known = lines.find((line) => line.productId === product.id);
  if (known === undefined) return [...lines, newLine(product)];
  const more = String(Math.min(MAX_QUANTITY, (unitsOf(known) ?? 0) + 1));
  return lines.map((line) => (line === known ? { ...line, quantity: more } : line));
}

const newLine = ({ id, name, stock, priceMinor, unit }: Pickable): SaleLine => ({
  productId: id,
  name,
  stock,
  quantity: "1",
  price: toDecimalText(priceMinor),
  ...(unit !== null && unit.per_unit > 1 ? { perUnit: unit.per_unit } : {}),
});

const changeLine = (draft: SaleDraft, productId: string, part: Partial<SaleLine>): SaleDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.productId === productId ? { ...line, ...part } : line)),
});

/** Nothing while what is typed is no quantity. */
export const unitsOf = (line: SaleLine): number | undefined =>
  /^\d{1,7}$/.test(line.quantity.trim()) ? Number(line.quantity) : undefined;

/** Nothing while quantity or price is not there yet. */
export function lineMinor(line: SaleLine): number | undefined {
  const units = unitsOf(line);
  const priceMinor = parseMinor(typedAmount(line.price));
  if (units === undefined || priceMinor === undefined || priceMinor < 0) return undefined;
  return multiplyMinor(priceMinor, units);
}

export const totalMinor = (draft: SaleDraft): number =>
  draft.lines.reduce((sum, line) => sum + (lineMinor(line) ?? 0), 0);

export const totalUnits = (draft: SaleDraft): number =>
  draft.lines.reduce((sum, line) => sum + (unitsOf(line) ?? 0), 0);
