import { countUnits } from "#kernel/contract/cart.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import { receiptNumberOf, type SaleRecorded } from "#kernel/contract/events/sale.ts";
import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import { hasTaxed, untaxedSums } from "#kernel/contract/untaxed.ts";
import { isAboutOwnTenant, defineProjection } from "#projector/projections/projection.ts";
import {
  ledgerTable,
  type Open,
  thingsTable,
  type RowChange,
} from "#projector/projections/table.ts";

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
    listed: "later?",
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

function recorded(event: Applied<SaleRecorded>, open: Open): RowChange {
  const { data } = event;
  const shown = {
    receipt_number: receiptNumberOf(data, event.effects),
    store: data.store,
    register: data.register,
    occurred_ms: event.occurredMs,
    recorded_ms: event.recordedMs,
    currency: data.currency,
    customer_id: data.customer?.id,
    total_minor: data.totalMinor,
    tax_minor: data.taxMinor,
    payment_method: data.tenders[0]?.method ?? "cash",
    lines: data.lines,
    possible_duplicate_of: data.possibleDuplicateOf,
  };
  return sale.put(
    { sale_id: data.saleId },
    {
      ...shown,
      item_count: countUnits(data.lines),
      business_date: data.businessDate,
      customer_name: open(data.customer?.name),
      cashier_id: event.actorId,
      tax: taxOf(data),
      tenders: data.tenders,
      notes: open(data.notes),
      listed: listedText({
        ...shown,
        sale_id: data.saleId,
        receipt_number: shown.receipt_number ?? null,
        customer_id: shown.customer_id ?? null,
        possible_duplicate_of: shown.possible_duplicate_of ?? null,
      }),
    },
  );
}

/**
 * With what was sold without tax, if anything was: the report of a period adds it up without reading
 * all lines. `isAll`: nothing of the sale is taxed.
 */
function taxOf({ tax, lines }: SaleRecorded["data"]) {
  const sums = untaxedSums(lines, tax.rateBp);
  if (sums.length === 0) return tax;
  const amounts = sums.map(({ category, amountMinor }) => [category, amountMinor] as const);
  const untaxed = { ...Object.fromEntries(amounts), isAll: !hasTaxed(lines) };
  return { ...tax, untaxed };
}

/**
 * A list of a thousand goes from the database to the client as it is stored here. No later event
 * changes what it shows, and it has no personal data: the list puts in the names of today.
 */
const listedText = (row: Omit<SaleRow, "first_name" | "last_name">): string =>
  JSON.stringify(toSaleItem({ ...row, first_name: null, last_name: null }));

/**
 * Which sale a token opens the receipt of. Only the hash of a token is known. `rm.receipt_link` finds
 * it, unless the business was deleted or has turned its links off.
 */
const link = thingsTable(
  "rm_receipt_links",
  { token_sha256: "text" },
  { sale_id: "uuid", made_ms: "bigint" },
);

export const receiptLinks = defineProjection("receipt_links", link.table, {
  SaleRecorded: ({ data: { saleId, receiptTokenSha256: hash }, recordedMs }) =>
    hash === undefined
      ? []
      : [link.put({ token_sha256: hash }, { sale_id: saleId, made_ms: recordedMs })],
  ReceiptLinkMade: ({ data: { saleId, tokenSha256 }, recordedMs }) => [
    link.put({ token_sha256: tokenSha256 }, { sale_id: saleId, made_ms: recordedMs }),
  ],
});

const copied = ledgerTable(
  "rm_receipt_copies",
  { seq: "bigint" },
  { sale_id: "uuid", actor_id: "uuid" },
);

/** One row for each time that a receipt was handed out after the original. */
export const receiptCopies = defineProjection("receipt_copies", copied.table, {
  ReceiptCopied: ({ seq, data: { saleId }, actorId }) => [
    copied.append({ seq: String(seq) }, { sale_id: saleId, actor_id: actorId }),
  ],
});
