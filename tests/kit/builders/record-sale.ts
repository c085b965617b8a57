import type { RecordSale, SaleFacts } from "#command-api/sale/sale.ts";

import { saleId } from "./fixed-ids.ts";
import { MILO } from "./product-events.ts";

const SOLD_AT_MS = Date.parse("2026-11-21T10:00:00.000Z");

/** A shop in Accra with 20 % tax that never oversells. */
const TENANT: SaleFacts["tenant"] = {
  name: "Ama's",
  plan: "basic",
  trialUntil: "2026-12-05",
  currency: "GHS",
  timezone: "Africa/Accra",
  taxRateBp: 2000,
  taxMode: "inclusive",
  oversellPolicy: "block",
  offlineApprovalMinor: 20_000,
  receiptLinks: true,
  discountLimitBp: 0,
};

/** `tenant`: only what differs. */
export type FactsOver = Omit<Partial<SaleFacts>, "tenant"> &
  Readonly<{ tenant?: Partial<SaleFacts["tenant"]> }>;

/** A cashier sells two tins of Milo for cash, of ten in stock. */
export const recordTwoMilo = (
  over: Partial<RecordSale["request"]> = {},
  { facts = {}, role = "cashier" }: Readonly<{ facts?: FactsOver; role?: string }> = {},
): RecordSale => ({
  type: "RecordSale",
  saleId: saleId(1),
  role,
  request: {
    items: [{ productId: MILO, quantity: 2, unit_price: 4500 }],
    payment_method: "cash",
    ...over,
  },
  facts: {
    nowMs: SOLD_AT_MS,
    products: new Map([
      [MILO, { status: "active", name: "Milo 400g", priceMinor: 4500, onHand: 10 }],
    ]),
    ...facts,
    tenant: { ...TENANT, ...facts.tenant },
  },
});
