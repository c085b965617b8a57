import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import {
  localDate,
  type TenantRules,
  tenantRulesStreams,
  toTenantRules,
} from "#command-api/tenant-rules/tenant-rules.ts";
import type { RecordSaleRequest } from "#kernel/contract/api/sale.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import {
  CustomerId,
  ProductId,
  type SaleId,
  StreamId,
  type TenantId,
} from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { taxParts } from "#kernel/contract/tax.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";

import { type PayingRejectionCode, paySale } from "./pay-sale.ts";
import { type PricingRejectionCode, priceSale, SoldProduct } from "./price-sale.ts";
import { mayOversell, type Oversell, shortProducts, stockLines } from "./sale-stock.ts";
import { sale, type SaleRejectionCode } from "./sale.ts";
import { type SoldTo, soldTo } from "./sold-to.ts";

/** The gapless receipt number of a shop. */
const RECEIPTS = "sale";
const STORE = 1;
const REGISTER = 1;

export type RecordSaleInput = Readonly<{
  saleId: SaleId;
  request: RecordSaleRequest;
  mayOverridePrices: boolean;
  mayGiveGifts: boolean;
  mayOversell: boolean;
  sealer: Sealer;
  /** It took place when nobody may record it any more, unless it was recorded under its key before. */
  isOutOfTime?: boolean;
  possibleDuplicateOf?: SaleId;
}>;

export type RecordSaleRejectionCode =
  | SaleRejectionCode
  | PricingRejectionCode
  | PayingRejectionCode
  | "customer-not-found"
  | "occurred-at-out-of-range";

type Outcome = Accepted | Rejection<RecordSaleRejectionCode | ShellRejectionCode>;

/** Records a sale with its lines as one event; stock moves in the same transaction. */
export async function recordSale(
  store: EventStore,
  context: CommandContext,
  input: RecordSaleInput,
): Promise<Outcome> {
  const wanted = readIds(input.request);
  if (isRejection(wanted)) return wanted;
  const names = new Map<string, string>();
  let isOversellAllowed = false;

  const attempt = (isForced: boolean): Promise<Outcome> =>
    handleCommand<RecordSaleRejectionCode>(store, context, {
      streams: streamsOf(input.saleId, context, wanted),
      decide: async (heads) => {
        if (input.isOutOfTime) return reject("occurred-at-out-of-range");
        const facts = await readFacts(input, { context, wanted, heads });
        for (const [id, { name }] of facts.products) names.set(id, name);
        const isConfirmed = input.mayOversell && input.request.confirm_oversell === true;
        const oversell = { isConfirmed, isForced };
        isOversellAllowed = mayOversell(facts.shop.oversellPolicy, oversell);
        return planSale(input, facts, oversell);
      },
    });

  const first = await attempt(false);
  const isShort = isRejection(first) && first.rejected === "insufficient-stock";
  // Somebody else took what the decision had seen there.
  const outcome = isShort && isOversellAllowed ? await attempt(true) : first;
  return isRejection(outcome) && outcome.rejected === "insufficient-stock"
    ? reject(outcome.rejected, names.get(outcome.detail ?? "") ?? outcome.detail)
    : outcome;
}

type Wanted = { productIds: ProductId[]; customerId: CustomerId | undefined };

/** Whatever is not an id of ours is unknown (R29). A product that stands on several lines is loaded once. */
function readIds(
  request: RecordSaleRequest,
): Wanted | Rejection<"product-not-found" | "customer-not-found"> {
  const productIds = new Set<ProductId>();
  for (const item of request.items) {
    const id = ProductId.safeParse(item.product_id).data;
    if (!id) return reject("product-not-found");
    productIds.add(id);
  }
  const customerId = CustomerId.safeParse(request.customer_id).data;
  if (request.customer_id !== undefined && !customerId) return reject("customer-not-found");
  return { productIds: [...productIds], customerId };
}

/** In the order that `readFacts` takes their heads. */
const streamsOf = (
  saleId: SaleId,
  { tenantId }: CommandContext,
  { productIds, customerId }: Wanted,
): StreamId[] =>
  [saleId, ...tenantRulesStreams(tenantId), ...(customerId ? [customerId] : []), ...productIds].map(
    (id) => StreamId.parse(id),
  );

type Facts = Readonly<{
  context: CommandContext;
  head: Head;
  shop: TenantRules;
  products: ReadonlyMap<ProductId, SoldProduct>;
  headOf: (id: ProductId) => Head | undefined;
  customer: SoldTo | undefined;
  notes: Sealed | undefined;
}>;

type Loaded = Readonly<{ context: CommandContext; wanted: Wanted; heads: readonly Head[] }>;

async function readFacts(
  input: RecordSaleInput,
  { context, wanted, heads }: Loaded,
): Promise<Facts> {
  const { productIds, customerId } = wanted;
  const [head = NO_HEAD, tenant, settings, ...others] = heads;
  const { tenantId } = context;
  const customer = customerId && (await soldTo(input.sealer, tenantId, [customerId, others[0]]));
  const notes = await sealNotes(input, tenantId, customer);
  const byProduct = new Map<ProductId, Head>();
  const products = new Map<ProductId, SoldProduct>();
  const from = customerId ? 1 : 0;
  for (const [index, id] of productIds.entries()) {
    const productHead = others[from + index];
    const product = SoldProduct.safeParse(productHead?.state).data;
    if (!product || productHead?.onHand === undefined) continue;
    byProduct.set(id, productHead);
    products.set(id, product);
  }
  const headOf = (id: ProductId): Head | undefined => byProduct.get(id);
  return {
    context,
    head,
    shop: toTenantRules(tenant, settings),
    products,
    headOf,
    customer,
    notes,
  };
}

/** A note is about whom the sale is to, where that is known, and is erased with them. */
const sealNotes = async (
  { sealer, saleId, request: { notes } }: RecordSaleInput,
  tenantId: TenantId,
  customer: SoldTo | undefined,
): Promise<Sealed | undefined> =>
  notes ? sealer.seal(tenantId, customer?.id ?? saleId, notes) : undefined;

function planSale(input: RecordSaleInput, facts: Facts, oversell: Oversell) {
  const priced = toSale(input, facts);
  if (isRejection(priced)) return priced;
  const short = mayOversell(facts.shop.oversellPolicy, oversell)
    ? shortProducts(priced.lines, facts.headOf, oversell)
    : undefined;
  const lines = short
    ? priced.lines.map((line) => (short.has(line.productId) ? { ...line, oversold: true } : line))
    : priced.lines;
  return planStream({
    decider: sale,
    streamId: StreamId.parse(input.saleId),
    head: facts.head,
    command: { type: "RecordSale", sale: { ...priced, lines } },
    movesOf: () => ({ stock: stockLines(lines), counters: [{ name: RECEIPTS, delta: 1 }] }),
  });
}

function toSale(
  { saleId, request, possibleDuplicateOf, ...rights }: RecordSaleInput,
  { context, shop, products, customer, notes }: Facts,
): SaleRecorded["data"] | Rejection<RecordSaleRejectionCode> {
  if (request.customer_id !== undefined && !customer) return reject("customer-not-found");
  const priced = priceSale({
    items: request.items.map((item) => ({ ...item, productId: ProductId.parse(item.product_id) })),
    discounts: request.discounts,
    productOf: (id) => products.get(id),
    taxRateBp: shop.taxRateBp,
    taxMode: request.tax,
    ...rights,
  });
  if (isRejection(priced)) return priced;
  const tenders = paySale(request, priced.totalMinor);
  if (isRejection(tenders)) return tenders;
  const { currency } = shop;
  const date = localDate(context.occurredMs, shop.timezone);
  const parts = taxParts(priced.taxMinor, { currency, rateBp: shop.taxRateBp, date });
  return {
    saleId,
    store: STORE,
    register: REGISTER,
    businessDate: date,
    currency,
    ...(customer ? { customer } : {}),
    ...priced,
    tax: { ...priced.tax, ...(parts ? { parts: [...parts] } : {}) },
    tenders,
    ...(notes ? { notes } : {}),
    ...(possibleDuplicateOf ? { possibleDuplicateOf } : {}),
  };
}
