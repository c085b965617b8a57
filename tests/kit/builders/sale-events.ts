import type { SaleEvent, SaleLine, SaleRecorded } from "#kernel/contract/events/sale.ts";

import { saleId } from "./fixed-ids.ts";
import { MILO } from "./product-events.ts";

const FIRST_SALE = saleId(1);

export const miloLine = (quantity: number, over: Partial<SaleLine> = {}): SaleLine => ({
  productId: MILO,
  name: "Milo 400g",
  quantity,
  listPriceMinor: 4500,
  unitPriceMinor: 4500,
  discountMinor: 0,
  taxMinor: 750 * quantity,
  totalMinor: 4500 * quantity,
  ...over,
});

/** Two tins of Milo for cash on 21 November 2026, 20 % tax included. */
export const twoMilo: SaleRecorded["data"] = {
  saleId: FIRST_SALE,
  store: 1,
  register: 1,
  businessDate: "2026-11-21",
  currency: "GHS",
  lines: [miloLine(2)],
  tenders: [{ method: "cash", amountMinor: 9000, status: "confirmed" }],
  totalMinor: 9000,
  taxMinor: 1500,
  tax: { mode: "inclusive", rateBp: 2000 },
};

export const saleRecorded = (over: Partial<SaleRecorded["data"]> = {}): SaleEvent => ({
  type: "SaleRecorded",
  data: { ...twoMilo, ...over },
});

export const saleVoided = (reason?: string): SaleEvent => ({
  type: "SaleVoided",
  data: {
    saleId: FIRST_SALE,
    businessDate: twoMilo.businessDate,
    currency: twoMilo.currency,
    lines: twoMilo.lines,
    tenders: twoMilo.tenders,
    totalMinor: twoMilo.totalMinor,
    taxMinor: twoMilo.taxMinor,
    ...(reason === undefined ? {} : { reason }),
  },
});
