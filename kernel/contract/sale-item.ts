import type { SaleItem, SaleLineItem } from "./api/sale.ts";
import { countUnits } from "./cart.ts";
import { toDecimal } from "./money.ts";

/** A sale as the read models store it, with the names that its customer has today. */
export type SaleRow = {
  sale_id: string;
  store: number;
  register: number;
  receipt_number: number | null;
  customer_id: string | null;
  first_name: string | null;
  last_name: string | null;
  total_minor: number;
  tax_minor: number;
  currency: string;
  occurred_ms: number;
  recorded_ms: number;
  payment_method: string;
  lines: readonly SaleLineRow[];
  possible_duplicate_of: string | null;
};

export type SaleLineRow = {
  productId: string;
  name: string;
  quantity: number;
  unitPriceMinor: number;
  totalMinor: number;
  perUnit?: number | null | undefined;
};

/**
 * A sale as the list shows it. The projector stores its JSON text, so a change of its fields, or of
 * their order, needs a rebuild of the sales.
 */
export const toSaleItem = (row: SaleRow): SaleItem => ({
  id: row.sale_id,
  receipt_number:
    row.receipt_number === null ? null : `${row.store}-${row.register}-${row.receipt_number}`,
  customer_id: row.customer_id,
  first_name: row.first_name,
  last_name: row.last_name,
  total_amount: toDecimal(row.total_minor),
  tax_amount: toDecimal(row.tax_minor),
  currency: row.currency,
  created_at: new Date(row.occurred_ms).toISOString(),
  occurred_at: new Date(row.occurred_ms).toISOString(),
  recorded_at: new Date(row.recorded_ms).toISOString(),
  item_count: row.lines.length,
  unit_count: countUnits(row.lines),
  payment_method: row.payment_method,
  items: row.lines.map(toSaleLineItem),
  possible_duplicate_of: row.possible_duplicate_of,
});

export const toSaleLineItem = (line: SaleLineRow): SaleLineItem => ({
  product_id: line.productId,
  name: line.name,
  quantity: line.quantity,
  unit_price: toDecimal(line.unitPriceMinor),
  total: toDecimal(line.totalMinor),
});

const THOUSANDTH = 1_000;

/** Formats a quantity in whole units: 250 of 100 reads "2.5"; 1 of 3 stays "1/3". */
export function quantityText({
  quantity,
  per_unit: per,
}: Readonly<{ quantity: number; per_unit: number | null }>): string {
  if (per === null || per === 1) return quantity.toLocaleString("en-GH");
  const exact = (quantity * THOUSANDTH) % per === 0;
  return exact ? (quantity / per).toLocaleString("en-GH") : `${quantity}/${per}`;
}
