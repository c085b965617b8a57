import type { SaleItem, SaleLineItem } from "#kernel/contract/api/sale.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { isFound, listOf, type ListKey } from "#query-api/listing.ts";

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
  item_count: number;
  payment_method: string;
  lines: SaleLineRow[];
  possible_duplicate_of: string | null;
};
export type ListedSale = SaleRow & ListKey;

export type SaleLineRow = {
  productId: string;
  name: string;
  quantity: number;
  unitPriceMinor: number;
  totalMinor: number;
};

const NAMED = `s.customer_id in (
      select c.customer_id from rm.rm_customers c
       where c.tenant_id = $1 and strpos(lower(concat_ws(' ', c.first_name, c.last_name)), (select $2 ->> 'search')) > 0)`;

/**
 * SQL: a sale that is not voided. Not written as `is null`: in the past it is an expression, for which the planner
 * would expect one row in 200 and then sort all sales to find the newest few.
 */
export const isNotVoided = (sale: string): string => `not coalesce(${sale}.voided_ms > 0, false)`;

const salesThat = (name: string, which: string, total?: string) =>
  listOf<ListedSale>({
    name,
    projections: ["sales", "customers", "daily_totals"],
    table: "rm.rm_sales s",
    columns: `s.sale_id, s.store, s.register, s.receipt_number, s.customer_id, s.total_minor, s.tax_minor, s.currency,
      s.occurred_ms, s.recorded_ms, s.item_count, s.payment_method, s.lines, s.possible_duplicate_of`,
    which: `s.tenant_id = $1 and ${isNotVoided("s")} and ${which}`,
    found: `(${isFound("s.sale_id", "concat_ws('-', s.store, s.register, s.receipt_number)")} or ${NAMED})`,
    id: "s.sale_id",
    sort: { ms: "s.occurred_ms" },
    ...(total === undefined ? {} : { total }),
    join: {
      columns: "k.first_name, k.last_name",
      table: "rm.rm_customers k",
      on: "k.tenant_id = $1 and k.customer_id = s.customer_id",
    },
  });

/**
 * The number of sales comes from the sums by day: counting a million rows takes longer than reading
 * the list.
 */
export const SALES = salesThat(
  "sales",
  "true",
  "select coalesce(sum(d.orders), 0) from rm.rm_daily_totals d where d.tenant_id = $1",
);
/** Sales since a moment. */
export const SALES_SINCE = salesThat("sales-since", "s.occurred_ms >= ($2 ->> 'sinceMs')::bigint");

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
  item_count: row.item_count,
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
