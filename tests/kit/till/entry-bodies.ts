import type { SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { ProductId } from "#kernel/contract/ids.ts";

const PRICE_MINOR = 450;
let receipts = 0;

/** A sale of one product for cash, without tax, under the next receipt number. */
export function saleBody(
  product: string,
  quantity = 1,
  over: Partial<SaleEntryBody> = {},
): SaleEntryBody {
  receipts += 1;
  const totalMinor = PRICE_MINOR * quantity;
  return {
    receiptNumber: receipts,
    businessDate: new Date().toISOString().slice(0, 10),
    currency: "GHS",
    lines: [
      {
        productId: ProductId.parse(product),
        name: "Milo",
        quantity,
        listPriceMinor: PRICE_MINOR,
        unitPriceMinor: PRICE_MINOR,
        discountMinor: 0,
        taxMinor: 0,
        totalMinor,
      },
    ],
    tenders: [{ method: "cash", amountMinor: totalMinor }],
    tax: { mode: "inclusive", rateBp: 0 },
    totalMinor,
    taxMinor: 0,
    ...over,
  };
}
