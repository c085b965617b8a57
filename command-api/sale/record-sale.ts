import type { StockLine } from "#command-api/event-store/append.ts";
import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { localDate, type Shop, toShop } from "#command-api/event-store/shop.ts";
import type { RecordSaleRequest } from "#kernel/contract/api/sale.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { CustomerId, ProductId, type SaleId, StreamId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/platform/seal.ts";

import { type PricingRejectionCode, priceSale, SoldProduct, tenderOf } from "./price-sale.ts";
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
  sealer: Sealer;
  /** Sealed by the caller: the decision never sees it. */
  notes?: Sealed;
  possibleDuplicateOf?: SaleId;
}>;

export type RecordSaleRejectionCode =
  | SaleRejectionCode
  | PricingRejectionCode
  | "customer-not-found";

/** Records a sale with its lines as one event; stock moves in the same transaction. */
export function recordSale(
  store: EventStore,
  context: CommandContext,
  input: RecordSaleInput,
): Promise<Accepted | Rejection<RecordSaleRejectionCode | ShellRejectionCode>> {
  const wanted = readIds(input.request);
  if (isRejection(wanted)) return Promise.resolve(wanted);
  const { productIds, customerId } = wanted;
  const saleStream = StreamId.parse(input.saleId);
  const names = new Map<string, string>();

  return handleCommand(store, context, {
    streams: [saleStream, context.tenantId, ...(customerId ? [customerId] : []), ...productIds].map(
      (id) => StreamId.parse(id),
    ),
    decide: async ([head = NOTHING, tenant, ...others]) => {
      const products = productsOf(productIds, customerId ? others.slice(1) : others);
      for (const [id, { name }] of products) names.set(id, name);
      const shop = toShop(tenant);
      const customer =
        customerId && (await soldTo(input.sealer, context.tenantId, [customerId, others[0]]));
      const recorded = toSale(input, { context, shop, products, customer });
      if (isRejection(recorded)) return recorded;
      return planStream({
        decider: sale,
        streamId: saleStream,
        head,
        command: { type: "RecordSale", sale: recorded },
        movesOf: () => ({
          stock: stockLines(recorded),
          counters: [{ name: RECEIPTS, delta: 1 }],
        }),
      });
    },
  }).then((outcome) =>
    isRejection(outcome) && outcome.rejected === "insufficient-stock"
      ? reject(outcome.rejected, names.get(outcome.detail ?? "") ?? outcome.detail)
      : outcome,
  );
}

const NOTHING: Head = { version: 0, onHand: undefined, state: undefined };

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

function productsOf(
  ids: readonly ProductId[],
  heads: readonly Head[],
): Map<ProductId, SoldProduct> {
  const products = new Map<ProductId, SoldProduct>();
  ids.forEach((id, index) => {
    const product = SoldProduct.safeParse(heads[index]?.state).data;
    if (product && heads[index]?.onHand !== undefined) products.set(id, product);
  });
  return products;
}

type Facts = Readonly<{
  context: CommandContext;
  shop: Shop;
  products: ReadonlyMap<ProductId, SoldProduct>;
  customer: SoldTo | undefined;
}>;

function toSale(
  input: RecordSaleInput,
  { context, shop, products, customer }: Facts,
): SaleRecorded["data"] | Rejection<PricingRejectionCode | "customer-not-found"> {
  if (input.request.customer_id !== undefined && !customer) return reject("customer-not-found");
  const { saleId, request, mayOverridePrices, notes, possibleDuplicateOf } = input;
  const priced = priceSale({
    items: request.items.map((item) => ({ ...item, productId: ProductId.parse(item.product_id) })),
    productOf: (id) => products.get(id),
    taxRateBp: shop.taxRateBp,
    mayOverridePrices,
  });
  if (isRejection(priced)) return priced;
  return {
    saleId,
    store: STORE,
    register: REGISTER,
    businessDate: localDate(context.occurredMs, shop.timezone),
    currency: shop.currency,
    ...(customer ? { customer } : {}),
    ...priced,
    tenders: [tenderOf(request.payment_method, priced.totalMinor)],
    ...(notes ? { notes } : {}),
    ...(possibleDuplicateOf ? { possibleDuplicateOf } : {}),
  };
}

/** One line a product: quantities of one product on several lines are checked together (R31). */
function stockLines({ lines }: SaleRecorded["data"]): StockLine[] {
  const sold = new Map<ProductId, number>();
  for (const { productId, quantity } of lines) {
    sold.set(productId, (sold.get(productId) ?? 0) + quantity);
  }
  return [...sold].map(([productId, quantity]) => ({
    productId: StreamId.parse(productId),
    amount: -quantity,
    floor: true,
  }));
}
