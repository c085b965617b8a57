import type { Entry, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { taxParts } from "#kernel/contract/tax.ts";

import type { ReceiptSale } from "./receipt-of-sale.ts";

/** A sale of this till, as far as its receipt shows it. */
export type SaleOnTill = Readonly<{
  entry: Pick<Entry, "id" | "at"> & Readonly<{ body: SaleEntryBody }>;
  /** "1-2-57": the number that the server shows too. */
  receipt: string;
}>;

/**
 * The sale in the shape in which the server answers it, so that one receipt is made of both. It is
 * known before the server has the sale.
 */
export function receiptSaleOf(
  { entry, receipt }: SaleOnTill,
  cashierName: string | null,
): ReceiptSale {
  const { id, at, body } = entry;
  const { currency, tax, taxMinor, totalMinor, businessDate, customer } = body;
  const madeAt = new Date(at).toISOString();
  const parts = taxParts(taxMinor, { currency, rateBp: tax.rateBp, date: businessDate }) ?? [];
  return {
    id,
    receipt_number: receipt,
    occurred_at: madeAt,
    recorded_at: madeAt,
    cashier_name: cashierName,
    customer_id: customer?.id ?? null,
    first_name: customer?.name ?? null,
    last_name: null,
    currency,
    items: body.lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      per_unit: line.perUnit ?? null,
      unit_price: toDecimal(line.unitPriceMinor),
      discount: toDecimal(line.discountMinor),
      tax: toDecimal(line.taxMinor),
      total: toDecimal(line.totalMinor),
      ...(line.taxCategory && { tax_category: line.taxCategory }),
    })),
    tax: {
      mode: tax.mode,
      rate: toDecimal(tax.rateBp),
      amount: toDecimal(taxMinor),
      parts: parts.map(({ name, rateBp, amountMinor }) => ({
        name,
        rate: toDecimal(rateBp),
        amount: toDecimal(amountMinor),
      })),
    },
    total_amount: toDecimal(totalMinor),
    tenders: body.tenders.map(({ method, amountMinor, givenMinor, reference }) => ({
      method,
      amount: toDecimal(amountMinor),
      given: givenMinor === undefined ? null : toDecimal(givenMinor),
      reference: reference ?? null,
    })),
    notes: body.notes ?? null,
    voided: false,
    voided_at: null,
    void_reason: null,
  };
}
