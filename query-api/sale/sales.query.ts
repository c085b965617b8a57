import type { SaleItem, SaleLineItem } from "#kernel/contract/api/sale.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { prepare } from "#query-api/ask.query.ts";

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
};

type SaleLineRow = {
  productId: string;
  name: string;
  quantity: number;
  unitPriceMinor: number;
  totalMinor: number;
};

/** The days' totals know how many sales there are: counting a million rows would take longer than reading the list. */
export const SALES = prepare({
  name: "sales",
  projections: ["sales", "customers", "daily_totals"],
  sql: `
    select json_build_object(
      'total', (select coalesce(sum(d.orders), 0) from rm.rm_daily_totals d where d.tenant_id = $1),
      'items', coalesce(json_agg(s order by s.occurred_ms desc, s.sale_id desc), '[]'))
      from (select s.sale_id, s.store, s.register, s.receipt_number, s.customer_id, c.first_name, c.last_name,
                   s.total_minor, s.tax_minor, s.currency, s.occurred_ms, s.recorded_ms, s.item_count,
                   s.payment_method, s.lines
              from (select * from rm.rm_sales s
                     where s.tenant_id = $1 and s.voided_ms is null
                     order by s.occurred_ms desc, s.sale_id desc
                     limit ($2 ->> 'limit')::bigint offset ($2 ->> 'offset')::bigint) s
              left join rm.rm_customers c on c.tenant_id = $1 and c.customer_id = s.customer_id) s`,
});

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
});

const toSaleLineItem = (line: SaleLineRow): SaleLineItem => ({
  product_id: line.productId,
  name: line.name,
  quantity: line.quantity,
  unit_price: toDecimal(line.unitPriceMinor),
  total: toDecimal(line.totalMinor),
});
