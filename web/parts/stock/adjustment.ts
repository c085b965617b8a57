import { StockMovementRequest } from "#kernel/contract/api/product.ts";
import { MAX_QUANTITY } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Product } from "#web/api/products.ts";

export type Adjustment = { type: "add" | "subtract"; quantity: string; reason: string };

export const noAdjustment: Adjustment = { type: "add", quantity: "1", reason: "" };

export type AdjustmentProblem = { field: "quantity" | "form"; text: string };

type Checked = { request: StockMovementRequest } | AdjustmentProblem;

const WHOLE = /^\d{1,7}$/;

/** Undefined while the quantity is not a valid number. */
export function stockAfter(product: Product, { type, quantity }: Adjustment): number | undefined {
  if (!WHOLE.test(quantity.trim())) return undefined;
  const moved = Number(quantity);
  return product.stock + (type === "add" ? moved : -moved);
}

export function checkAdjustment(product: Product, adjustment: Adjustment): Checked {
  const parsed = StockMovementRequest.safeParse({
    product_id: product.id,
    type: adjustment.type,
    quantity: adjustment.quantity,
    reason: adjustment.reason,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0] === "quantity" ? "quantity" : "form";
    return { field, text: issue?.message ?? `Quantity must be from 1 to ${MAX_QUANTITY}` };
  }
  const after = stockAfter(product, adjustment);
  const below = adjustment.type === "subtract" && after !== undefined && after < 0;
  return below ? { field: "form", text: texts.stock.belowZero } : { request: parsed.data };
}
