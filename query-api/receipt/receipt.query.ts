import { createHash } from "node:crypto";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import type { SaleId, TenantId } from "#kernel/contract/ids.ts";
import type { Currency } from "#kernel/contract/money.ts";
import type { UntaxedCategory } from "#kernel/contract/untaxed.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type ReceiptRow = {
  shop: string;
  phone: string | null;
  address: string | null;
  tin: string | null;
  footer: string | null;
  timezone: string;
  currency: Currency;
  store: number;
  register: number;
  receipt_number: number | null;
  first_name: string | null;
  last_name: string | null;
  occurred_ms: number;
  voided_ms: number | null;
  total_minor: number;
  tax_minor: number;
  tax: {
    mode: "inclusive" | "exclusive";
    rateBp: number;
    parts?: { name: string; rateBp: number; amountMinor: number }[];
  };
  lines: {
    name: string;
    quantity: number;
    perUnit?: number;
    unitPriceMinor: number;
    discountMinor: number;
    taxMinor: number;
    totalMinor: number;
    taxCategory?: UntaxedCategory;
  }[];
  tenders: { method: PaymentMethod; amountMinor: number; givenMinor?: number }[];
  /** The position of the sale in the shop's log. */
  seq: number;
};

/** What anyone may see who has the receipt. The customer's name is masked before it leaves. */
export const RECEIPT: Prepared<ReceiptRow | null> = prepare({
  name: "receipt",
  projections: ["sales", "customers", "settings"],
  sql: `
    select row_to_json(x) from (
      select b.business_name as shop, b.phone, b.address, b.tin, b.receipt_footer as footer, b.timezone,
             s.currency, s.store, s.register, s.receipt_number, c.first_name, c.last_name, s.occurred_ms,
             s.voided_ms, s.total_minor, s.tax_minor, s.tax, s.lines, s.tenders,
             (select e.seq from es.events e
               where e.tenant_id = $1 and e.stream_id = s.sale_id and e.stream_version = 1) as seq
        from rm.rm_sales s
        join rm.rm_settings b on b.tenant_id = $1
        left join rm.rm_customers c on c.tenant_id = $1 and c.customer_id = s.customer_id
       where s.tenant_id = $1 and s.sale_id = ($2 ->> 'saleId')::uuid) x`,
});

export type ReceiptPlace = Readonly<{ tenantId: TenantId; saleId: SaleId }>;

type Found = Readonly<{ tenant_id: TenantId; sale_id: SaleId }>;

/** The log knows only the hash of a token. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Whose receipt the token opens. The only question of this service about all tenants. */
export async function findReceipt(pool: Pool, token: string): Promise<ReceiptPlace | undefined> {
  const { rows } = await pool.query<Found>({
    name: "receipt-link",
    text: "select tenant_id, sale_id from rm.receipt_link($1)",
    values: [hashOf(token)],
  });
  const [found] = rows;
  return found && { tenantId: found.tenant_id, saleId: found.sale_id };
}
