import { countItems } from "#kernel/contract/cart.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { isAboutOwnTenant, defineProjection } from "#projector/projections/projection.ts";
import { type Open, thingsTable, type RowChange } from "#projector/projections/table.ts";

const sale = thingsTable(
  "rm_sales",
  { sale_id: "uuid" },
  {
    receipt_number: "int?",
    store: "int",
    register: "int",
    occurred_ms: "bigint",
    recorded_ms: "bigint",
    business_date: "date",
    currency: "text",
    customer_id: "uuid?",
    customer_name: "opened?",
    cashier_id: "uuid",
    total_minor: "bigint",
    tax_minor: "bigint",
    tax: "json",
    item_count: "int",
    payment_method: "text",
    tenders: "json",
    lines: "json",
    notes: "opened?",
    possible_duplicate_of: "uuid?",
    voided_ms: "bigint?",
    void_reason: "text?",
  },
);

export const sales = defineProjection("sales", sale.table, {
  SaleRecorded: (event, open) => [recorded(event, open)],
  SaleVoided: ({ data: { saleId, reason }, occurredMs }) => [
    sale.patch({ sale_id: saleId }, { voided_ms: occurredMs, void_reason: reason ?? null }),
  ],
  CustomerErased: ({ data: { customerId } }) => [sale.erase({ customer_id: customerId })],
  AccountDeleted: (event) => (isAboutOwnTenant(event) ? [sale.erase()] : []),
});

function recorded(event: Recorded<SaleRecorded>, open: Open): RowChange {
  const { data } = event;
  return sale.put(
    { sale_id: data.saleId },
    {
      receipt_number: receiptNumber(event),
      store: data.store,
      register: data.register,
      occurred_ms: event.occurredMs,
      recorded_ms: event.recordedMs,
      business_date: data.businessDate,
      currency: data.currency,
      customer_id: data.customer?.id,
      customer_name: open(data.customer?.name),
      cashier_id: event.actorId,
      total_minor: data.totalMinor,
      tax_minor: data.taxMinor,
      tax: data.tax,
      item_count: countItems(data.lines),
      payment_method: data.tenders[0]?.method ?? "cash",
      tenders: data.tenders,
      lines: data.lines,
      notes: open(data.notes),
      possible_duplicate_of: data.possibleDuplicateOf,
    },
  );
}

/** The database assigns gapless receipt numbers when it appends the event. */
const receiptNumber = ({ effects }: Recorded<SaleRecorded>): number | undefined =>
  effects.counters?.find(([name]) => name === "sale")?.[1];
