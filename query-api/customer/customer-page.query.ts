import { type CustomerPage, PURCHASES_PAGE } from "#kernel/contract/api/reports/customer-page.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import { type Prepared, prepare } from "#query-api/ask.query.ts";
import { encodeCursor } from "#query-api/cursor.ts";
import { isBeforeMs } from "#query-api/listing.ts";
import { isNotVoided } from "#query-api/sale/sales.query.ts";

import { type CustomerRow, toCustomerItem, visible } from "./customers.query.ts";

type PurchaseRow = Omit<SaleRow, "first_name" | "last_name"> & { voided_ms: number | null };

type Row = CustomerRow & {
  totals: { currency: string; orders: number; total_minor: number; last_ms: number }[];
  purchases: PurchaseRow[];
};

/** One row more than a page tells whether there is a next one. Null if the tenant has no such customer. */
export const CUSTOMER_PAGE: Prepared<Row | null> = prepare(
  {
    name: "customer-page",
    projections: ["customers", "sales"],
    sql: `
    select row_to_json(p) from (
      select c.customer_id, c.first_name, c.last_name, ${visible("c.email")} as email,
             ${visible("c.phone")} as phone, ${visible("c.address")} as address,
             c.archived, c.version, c.created_ms, c.updated_ms,
             (select coalesce(json_agg(x order by x.currency), '[]') from (
                select t.currency, count(*) as orders, sum(t.total_minor) as total_minor,
                       max(t.occurred_ms) as last_ms
                  from rm.rm_sales t
                 where t.tenant_id = $1 and t.customer_id = c.customer_id and ${isNotVoided("t")}
                 group by t.currency) x) as totals,
             (select coalesce(json_agg(b order by b.occurred_ms desc, b.sale_id desc), '[]') from (
                select s.sale_id, s.store, s.register, s.receipt_number, s.customer_id, s.total_minor,
                       s.tax_minor, s.currency, s.occurred_ms, s.recorded_ms, s.payment_method, s.lines,
                       s.possible_duplicate_of, s.voided_ms
                  from rm.rm_sales s
                 where s.tenant_id = $1 and s.customer_id = c.customer_id
                   and ${isBeforeMs("s.occurred_ms", "s.sale_id")}
                 order by s.occurred_ms desc, s.sale_id desc
                 limit ${PURCHASES_PAGE + 1}) b) as purchases
        from rm.rm_customers c
       where c.tenant_id = $1 and c.customer_id = ($2 ->> 'customerId')::uuid) p`,
  },
  { past: true },
);

export function toCustomerPage(row: Row): CustomerPage {
  const shown = row.purchases.slice(0, PURCHASES_PAGE);
  const last = shown.at(-1);
  return {
    ...toCustomerItem(row),
    erased: row.first_name === null,
    totals: row.totals.map(({ currency, orders, total_minor }) => ({
      currency,
      orders,
      total: toDecimal(total_minor),
    })),
    last_sale_at:
      row.totals.length === 0
        ? null
        : new Date(Math.max(...row.totals.map(({ last_ms }) => last_ms))).toISOString(),
    purchases: shown.map((sale) => ({
      ...toSaleItem({ ...sale, first_name: null, last_name: null }),
      voided_at: sale.voided_ms === null ? null : new Date(sale.voided_ms).toISOString(),
    })),
    next_cursor:
      last && row.purchases.length > PURCHASES_PAGE
        ? encodeCursor([last.occurred_ms, last.sale_id])
        : null,
  };
}
