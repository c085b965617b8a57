import * as z from "zod/mini";

import type { CounterLine, StockLine } from "#command-api/event-store/append.ts";
import type { Moves } from "#command-api/event-store/plan.ts";
import { localDate, type TenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import type { RecordOpenSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import type { OversellPolicy } from "#kernel/contract/choices.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import {
  RECEIPT_COUNTER,
  type SaleEvent,
  type SaleLine,
  type SaleRecorded,
  type SaleVoided,
  type Tender,
} from "#kernel/contract/events/sale.ts";
import { type CustomerId, type ProductId, type SaleId, StreamId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { taxParts } from "#kernel/contract/tax.ts";

import {
  type PricedItem,
  type PricingRejectionCode,
  priceSale,
  type SoldProduct,
} from "./price-sale.ts";

/**
 * A tenant has one store. The register is the server's own, or a till with its number. Both lead
 * every receipt number: 1-1-42.
 */
export const ONLY_STORE = 1;
const OWN_REGISTER = 1;

export type RecordSale = Readonly<{
  type: "RecordSale";
  saleId: SaleId;
  request: Omit<RecordOpenSaleRequest, "items"> & Readonly<{ items: readonly PricedItem[] }>;
  role: string;
  possibleDuplicateOf?: SaleId | undefined;
  facts: SaleFacts;
}>;

/** The facts that the shell gathers before the decision. */
export type SaleFacts = Readonly<{
  nowMs: number;
  tenant: TenantRules;
  products: ReadonlyMap<ProductId, SoldProduct & Readonly<{ onHand: number }>>;
  /** Undefined for an unknown or erased customer. */
  customer?: SoldTo | undefined;
  notes?: Sealed | undefined;
  /** Only in a second try: the append found less of this product than was loaded. */
  ranOut?: ProductId | undefined;
}>;

/** The name as it is now, sealed under the customer's own key. */
export type SoldTo = Readonly<{ id: CustomerId; name: Sealed }>;

/** `recorded` is the sale as the log holds it: the void repeats it, so that every reader can subtract it. */
export type VoidSale = Readonly<{
  type: "VoidSale";
  recorded: SaleRecorded["data"] | undefined;
  sold?: Pick<SaleVoided["data"], "soldMs" | "soldBy"> | undefined;
  reason?: string | undefined;
}>;

/** A sale that took place at a till, as it was decided there: it is recorded whatever it is. */
export type RecordTillSale = Readonly<{ type: "RecordTillSale"; data: SaleRecorded["data"] }>;

export type SaleCommand = RecordSale | RecordTillSale | VoidSale;

/**
 * The snapshot holds the status only: a sale never changes, and a void reads its lines from its first event.
 * Lines in the snapshot would double what every sale writes. A recorded sale does not even have a row: es.load says
 * `{"status":"recorded"}` where it finds only the first event.
 */
export const Sale = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({ status: z.literal("recorded") }),
  z.object({ status: z.literal("voided") }),
]);
export type Sale = z.infer<typeof Sale>;

export type SaleRejectionCode =
  | "sale-not-found"
  | "customer-not-found"
  | "occurred-at-out-of-range"
  | "tenders-differ"
  | "insufficient-stock"
  | PricingRejectionCode;

type SaleDecision = readonly SaleEvent[] | Rejection<SaleRejectionCode>;

export const sale: Decider<SaleCommand, Sale, SaleEvent, SaleRejectionCode> = {
  streamType: "sale",
  initialState: { status: "unknown" },
  parseState: (stored) => Sale.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "RecordSale":
        return state.status === "unknown" ? recordSale(command) : [];
      case "RecordTillSale":
        return state.status === "unknown" ? [{ type: "SaleRecorded", data: command.data }] : [];
      case "VoidSale":
        return voidSale(command, state);
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case "SaleRecorded":
        return { status: "recorded" };
      case "SaleVoided":
        return { status: "voided" };
    }
  },
};

function recordSale(command: RecordSale): SaleDecision {
  const { saleId, request, role, possibleDuplicateOf, facts } = command;
  const occurredMs = occurredAt(request.occurred_at, facts.nowMs, role);
  if (occurredMs === undefined) return reject("occurred-at-out-of-range");
  const { tenant, products, customer, notes } = facts;
  if (request.customer_id !== undefined && !customer) return reject("customer-not-found");

  const { currency, taxRateBp, discountLimitBp } = tenant;
  const priced = priceSale({
    items: request.items,
    discounts: request.discounts,
    productOf: (id) => products.get(id),
    taxRateBp,
    taxMode: request.tax,
    mayOverridePrices: can(role, "override-price"),
    discountLimitBp,
    mayGiveGifts: can(role, "give-gift"),
  });
  if (isRejection(priced)) return priced;
  const tenders = paySale(request, priced.totalMinor);
  if (isRejection(tenders)) return tenders;
  const lines = takeStock(priced.lines, command);
  if (isRejection(lines)) return lines;

  const businessDate = localDate(occurredMs, tenant.timezone);
  const parts = taxParts(priced.taxMinor, { currency, rateBp: taxRateBp, date: businessDate });
  const data = {
    saleId,
    store: ONLY_STORE,
    register: OWN_REGISTER,
    businessDate,
    currency,
    ...(customer ? { customer } : {}),
    ...priced,
    lines,
    tax: { ...priced.tax, ...(parts ? { parts: [...parts] } : {}) },
    tenders,
    ...(notes ? { notes } : {}),
    ...(possibleDuplicateOf ? { possibleDuplicateOf } : {}),
  };
  return [{ type: "SaleRecorded", data }];
}

const MINUTE_MS = 60_000;
const MOST_AHEAD_MS = 5 * MINUTE_MS;
const MOST_BACK_MS = 72 * 60 * MINUTE_MS;

/**
 * When the sale took place, in ms: now unless the client says otherwise. At most 5 minutes ahead and 72 hours back;
 * an owner may go back any time. Undefined when it is out of range.
 */
export function occurredAt(
  given: string | undefined,
  nowMs: number,
  role: string,
): number | undefined {
  if (given === undefined) return nowMs;
  const ms = Date.parse(given);
  if (!Number.isSafeInteger(ms) || ms < 0 || ms > nowMs + MOST_AHEAD_MS) return undefined;
  return ms >= nowMs - MOST_BACK_MS || role === "owner" ? ms : undefined;
}

type Payment = Pick<RecordOpenSaleRequest, "payment_method" | "tenders">;

/** One tender for the total, or several that add up to it exactly. */
function paySale(
  { payment_method: method, tenders }: Payment,
  totalMinor: number,
): Tender[] | Rejection<"tenders-differ"> {
  if (!tenders) return [tenderOf(method, totalMinor)];
  const paid = tenders.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== totalMinor) return reject("tenders-differ");
  return tenders.map(({ method: tenderMethod, amount, given, reference }) => ({
    ...tenderOf(tenderMethod, amount),
    ...(given === undefined ? {} : { givenMinor: given }),
    ...(reference === undefined ? {} : { reference }),
  }));
}

/** Cash in the drawer is confirmed. Every other payment is only asserted by the cashier. */
export const tenderOf = (method: PaymentMethod, amountMinor: number): Tender => ({
  method,
  amountMinor,
  status: method === "cash" ? "confirmed" : "asserted",
});

/** `warn` asks the seller to confirm; `block` never sells more than the stock. */
export const mayOversell = (policy: OversellPolicy, isConfirmed: boolean): boolean =>
  policy === "allow" || (policy === "warn" && isConfirmed);

/**
 * Refuses to oversell, or marks the lines of products that are oversold. The loaded stock may be gone by the time
 * of the append, so there is a second guard in SQL: es.append_any refuses a stock line with `floor` (saleMoves) that
 * would fall below 0.
 */
function takeStock(
  lines: readonly SaleLine[],
  { request, role, facts }: RecordSale,
): SaleLine[] | Rejection<"insufficient-stock"> {
  const { tenant, products, ranOut } = facts;
  const quantities = quantityByProduct(lines.filter(isOfProduct));
  const isShort = (id: ProductId): boolean =>
    !isUncounted(id, products) && (products.get(id)?.onHand ?? 0) < (quantities.get(id) ?? 0);

  const isConfirmed = request.confirm_oversell === true && can(role, "oversell");
  if (mayOversell(tenant.oversellPolicy, isConfirmed)) {
    // After a refusal the loaded stock is known to be old: no line of the second try has a floor.
    return lines.map((line) =>
      isOfProduct(line) && (ranOut !== undefined || isShort(line.productId))
        ? { ...line, oversold: true }
        : line,
    );
  }
  const missing = ranOut ?? [...quantities.keys()].find(isShort);
  if (missing === undefined) return [...lines];
  return reject("insufficient-stock", products.get(missing)?.name ?? missing);
}

/** An amount without a product has no stock. */
const isOfProduct = ({ open }: SaleLine): boolean => open !== true;

/** Whether the stock of a product is not counted, so that a sale moves none of it. */
export const isUncounted = (id: ProductId, products: SaleFacts["products"]): boolean =>
  products.get(id)?.tracksStock === false;

function voidSale({ recorded, sold, reason }: VoidSale, state: Sale): SaleDecision {
  if (state.status === "voided") return [];
  if (state.status === "unknown" || !recorded) return reject("sale-not-found");
  const { saleId, businessDate, currency, lines, tenders, totalMinor, taxMinor } = recorded;
  const back = { saleId, businessDate, currency, lines, tenders, totalMinor, taxMinor, ...sold };
  return [{ type: "SaleVoided", data: { ...back, ...(reason === undefined ? {} : { reason }) } }];
}

/** The moves that the append makes with a sale: stock out, of counted products, and the next receipt number. */
export const saleMoves = (
  { data: { lines } }: SaleEvent,
  products: SaleFacts["products"],
): Moves => ({
  stock: stockOut(
    lines.filter((line) => isOfProduct(line) && !isUncounted(line.productId, products)),
  ),
  counters: [NEXT_RECEIPT],
});

const NEXT_RECEIPT: CounterLine = { name: RECEIPT_COUNTER, delta: 1 };

/** One line per product, so that several sale lines of one product are checked together. */
const stockOut = (lines: readonly SaleLine[]): StockLine[] =>
  [...quantityByProduct(lines)].map(([productId, quantity]) => ({
    productId,
    amount: -quantity,
    floor: !lines.some((line) => line.productId === productId && line.oversold),
  }));

/**
 * What the sale took, and not what its lines say: a till's lines of unknown products, and those
 * sold before a count, took nothing, nor did those of products that were not counted then.
 */
export const stockBack = ({ stock = [] }: EventEffects): StockLine[] =>
  stock.map(([productId, delta]) => ({
    productId: StreamId.parse(productId),
    amount: -delta,
    floor: true,
  }));

export function quantityByProduct(
  lines: readonly Pick<SaleLine, "productId" | "quantity">[],
): Map<ProductId, number> {
  const quantities = new Map<ProductId, number>();
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return quantities;
}
