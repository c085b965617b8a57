import * as z from "zod/mini";

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
  type TenantRules,
  tenantRulesStreams,
  toTenantRules,
} from "#command-api/tenant-rules/tenant-rules.ts";
import type { RecordOpenSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { SaleEvent } from "#kernel/contract/events/sale.ts";
import {
  CustomerId,
  ProductId,
  type SaleId,
  type StreamId,
  type TenantId,
} from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { openItemId } from "#kernel/node/ids.ts";

import { type PricedItem, SoldProduct } from "./price-sale.ts";
import {
  occurredAt,
  sale,
  type SaleFacts,
  saleMoves,
  type SaleRejectionCode,
  type SoldTo,
} from "./sale.ts";

export type RecordSaleInput = Readonly<{
  saleId: SaleId;
  request: RecordOpenSaleRequest;
  /** The seller's. */
  role: string;
  sealer: Sealer;
  possibleDuplicateOf?: SaleId | undefined;
}>;

type Outcome = Accepted | Rejection<SaleRejectionCode | ShellRejectionCode>;

/** Gathers the facts, decides, and appends one event; stock moves in the same transaction. */
export async function recordSale(
  store: EventStore,
  context: CommandContext,
  input: RecordSaleInput,
): Promise<Outcome> {
  const { saleId, role, possibleDuplicateOf } = input;
  const ids = parseIds(input.request, context.tenantId);
  if (isRejection(ids)) return ids;
  const { items, customerId } = ids;
  const nowMs = context.occurredMs;
  const occurredMs = occurredAt(input.request.occurred_at, nowMs, role) ?? nowMs;

  const attempt = (ranOut?: ProductId): Promise<Outcome> =>
    handleCommand<SaleRejectionCode>(
      store,
      { ...context, occurredMs },
      {
        streams: [saleId, ...factStreams(context.tenantId, ids)],
        mayRemember: ranOut || customerId ? undefined : mayRemember,
        decide: async ([head = NO_HEAD, ...heads]) => {
          const gathered = await gatherFacts(input, [context.tenantId, ids], heads);
          const command = {
            type: "RecordSale",
            saleId,
            request: { ...input.request, items },
            role,
            possibleDuplicateOf,
            facts: { ...gathered, nowMs, ranOut },
          } as const;
          const movesOf = (event: SaleEvent) => saleMoves(event, gathered.products);
          return planStream({ decider: sale, streamId: saleId, head, command, movesOf });
        },
      },
    );

  const first = await attempt();
  const ranOut = productThatRanOut(first);
  return ranOut ? attempt(ranOut) : first;
}

/** Where overselling is allowed, the sale's own lines depend on the stock, which moves all the time. */
const mayRemember = ([tenant, settings]: readonly Head[]): boolean =>
  tenant?.state !== undefined && toTenantRules(tenant, settings).oversellPolicy === "block";

/** The append names the product by its id, the decider by its name: only the append's refusal is tried again. */
const productThatRanOut = (outcome: Outcome): ProductId | undefined =>
  isRejection(outcome) && outcome.rejected === "insufficient-stock"
    ? ProductId.safeParse(outcome.detail).data
    : undefined;

type Ids = Readonly<{
  items: readonly PricedItem[];
  /** Each product once, however many lines it has. */
  productIds: readonly ProductId[];
  customerId: CustomerId | undefined;
}>;

/** A text that is not an id cannot name a product or customer, nor another id an amount without a product. */
function parseIds(
  request: RecordOpenSaleRequest,
  tenantId: TenantId,
): Ids | Rejection<"product-not-found" | "customer-not-found"> {
  const items: PricedItem[] = [];
  for (const item of request.items) {
    const productId = ProductId.safeParse(item.product_id).data;
    const isKnown = item.open !== true || productId === openItemId(tenantId);
    if (!productId || !isKnown) return reject("product-not-found");
    items.push({ ...item, productId });
  }
  const customerId = CustomerId.safeParse(request.customer_id).data;
  if (request.customer_id !== undefined && !customerId) return reject("customer-not-found");
  const products = items.filter(({ open }) => open !== true);
  const productIds = [...new Set(products.map(({ productId }) => productId))];
  return { items, productIds, customerId };
}

/** In the order in which `gatherFacts` takes their heads. */
const factStreams = (tenantId: TenantId, { productIds, customerId }: Ids): StreamId[] => [
  ...tenantRulesStreams(tenantId),
  ...(customerId ? [customerId] : []),
  ...productIds,
];

async function gatherFacts(
  { sealer, saleId, request }: RecordSaleInput,
  [tenantId, { productIds, customerId }]: readonly [TenantId, Ids],
  [tenant, settings, ...others]: readonly Head[],
): Promise<Omit<SaleFacts, "nowMs">> {
  const customer =
    customerId && (await sealCustomer(sealer, tenantId, { id: customerId, head: others[0] }));
  // A note is about the customer, if there is one, and is erased with them.
  const notes =
    request.notes && (await sealer.seal(tenantId, customer?.id ?? saleId, request.notes));
  const productHeads = customerId ? others.slice(1) : others;
  const products = productIds.flatMap((id, index) => {
    const head = productHeads[index] ?? NO_HEAD;
    const { onHand } = head;
    const product = soldProductOf(head);
    return product && onHand !== undefined ? [[id, { ...product, onHand }] as const] : [];
  });
  return {
    tenant: rulesOf(tenant, settings),
    products: new Map(products),
    customer,
    notes: notes || undefined,
  };
}

/** A remembered head is parsed once. */
const soldProducts = new WeakMap<Head, SoldProduct>();
const tenantRules = new WeakMap<Head, Readonly<{ settings: Head; rules: TenantRules }>>();

function soldProductOf(head: Head): SoldProduct | undefined {
  const known = soldProducts.get(head) ?? SoldProduct.safeParse(head.state).data;
  if (known) soldProducts.set(head, known);
  return known;
}

function rulesOf(tenant = NO_HEAD, settings = NO_HEAD): TenantRules {
  const known = tenantRules.get(tenant);
  if (known?.settings === settings) return known.rules;
  const rules = toTenantRules(tenant, settings);
  tenantRules.set(tenant, { settings, rules });
  return rules;
}

/**
 * The part of a customer's snapshot that a sale needs, read by shape because slices do not import
 * each other.
 */
const NamedCustomer = z.object({
  status: z.enum(["active", "archived"]),
  firstName: Sealed,
  lastName: Sealed,
});

async function sealCustomer(
  sealer: Sealer,
  tenantId: TenantId,
  { id, head }: Readonly<{ id: CustomerId; head: Head | undefined }>,
): Promise<SoldTo | undefined> {
  const known = NamedCustomer.safeParse(head?.state).data;
  if (!known) return undefined;
  const [first, last] = await Promise.all([
    sealer.open(tenantId, known.firstName),
    sealer.open(tenantId, known.lastName),
  ]);
  if (first === undefined || last === undefined) return undefined;
  return { id, name: await sealer.seal(tenantId, id, `${first} ${last}`) };
}
