import type { SaleDetail } from "#kernel/contract/api/sale.ts";
import type { ReceiptCopiesAnswer } from "#kernel/contract/api/till/receipt-copies.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import {
  type SaleLineRow,
  type SaleRow,
  toSaleItem,
  toSaleLineItem,
} from "#kernel/contract/sale-item.ts";
import type { UntaxedCategory } from "#kernel/contract/untaxed.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

type LineRow = SaleLineRow & {
  listPriceMinor: number;
  discountMinor: number;
  taxMinor: number;
  oversold?: boolean;
  perUnit?: number;
  taxCategory?: UntaxedCategory;
};

type TenderRow = {
  method: string;
  amountMinor: number;
  givenMinor?: number;
  status: "confirmed" | "asserted";
  reference?: string;
};

export type SaleDetailRow = Omit<SaleRow, "lines"> & {
  business_date: string;
  cashier_id: string;
  cashier_name: string | null;
  notes: string | null;
  tax: {
    mode: "inclusive" | "exclusive";
    rateBp: number;
    parts?: { name: string; rateBp: number; amountMinor: number }[];
  };
  tenders: TenderRow[];
  lines: LineRow[];
  voided_ms: number | null;
  void_reason: string | null;
  voided_by_name: string | null;
};

export const SALE: Prepared<SaleDetailRow | null> = prepare(
  {
    name: "sale",
    projections: ["sales", "customers", "takings"],
    sql: `
    select row_to_json(s) from (
      select s.sale_id, s.store, s.register, s.receipt_number, s.customer_id, c.first_name, c.last_name,
             s.total_minor, s.tax_minor, s.currency, s.occurred_ms, s.recorded_ms, s.payment_method,
             s.lines, s.possible_duplicate_of, s.business_date, s.cashier_id,
             (select nullif(trim(n.first_name || ' ' || n.last_name), '')
                from auth.names($1) n where n.user_id = s.cashier_id) as cashier_name, s.notes, s.tax, s.tenders,
             s.voided_ms, s.void_reason,
             (select nullif(trim(n.first_name || ' ' || n.last_name), '')
                from auth.names($1) n where n.user_id = v.actor_id) as voided_by_name
        from rm.rm_sales s
        left join rm.rm_customers c on c.tenant_id = $1 and c.customer_id = s.customer_id
        left join rm.rm_takings v on v.tenant_id = $1 and v.sale_id = s.sale_id and v.orders < 0
       where s.tenant_id = $1 and s.sale_id = ($2 ->> 'saleId')::uuid) s`,
  },
  { past: true },
);

/** How often the receipt of a sale was handed out again, as it is today. Null: no such sale. */
export const RECEIPT_COPIES: Prepared<ReceiptCopiesAnswer | null> = prepare({
  name: "receipt-copies",
  projections: ["sales", "receipt_copies"],
  sql: `
    select json_build_object('copies', (
             select count(*) from rm.rm_receipt_copies c where c.tenant_id = $1 and c.sale_id = s.sale_id))
      from rm.rm_sales s
     where s.tenant_id = $1 and s.sale_id = ($2 ->> 'saleId')::uuid`,
});

export const toSaleDetail = (row: SaleDetailRow): SaleDetail => ({
  ...toSaleItem(row),
  business_date: row.business_date,
  cashier_id: row.cashier_id,
  cashier_name: row.cashier_name,
  notes: row.notes,
  discount_amount: toDecimal(row.lines.reduce((sum, line) => sum + line.discountMinor, 0)),
  tax: {
    mode: row.tax.mode,
    rate: toDecimal(row.tax.rateBp),
    amount: toDecimal(row.tax_minor),
    parts: (row.tax.parts ?? []).map(({ name, rateBp, amountMinor }) => ({
      name,
      rate: toDecimal(rateBp),
      amount: toDecimal(amountMinor),
    })),
  },
  tenders: row.tenders.map(toTender),
  items: row.lines.map((line) => ({
    ...toSaleLineItem(line),
    list_price: toDecimal(line.listPriceMinor),
    discount: toDecimal(line.discountMinor),
    tax: toDecimal(line.taxMinor),
    oversold: line.oversold ?? false,
    per_unit: line.perUnit ?? null,
    ...(line.taxCategory && { tax_category: line.taxCategory }),
  })),
  voided: row.voided_ms !== null,
  voided_at: row.voided_ms === null ? null : new Date(row.voided_ms).toISOString(),
  void_reason: row.void_reason,
  voided_by_name: row.voided_by_name,
});

const toTender = ({ method, amountMinor, givenMinor, status, reference }: TenderRow) => ({
  method,
  amount: toDecimal(amountMinor),
  given: givenMinor === undefined ? null : toDecimal(givenMinor),
  change: givenMinor === undefined ? null : toDecimal(givenMinor - amountMinor),
  status,
  reference: reference ?? null,
});
