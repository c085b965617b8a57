import { createHash } from "node:crypto";

import {
  addCustomer,
  archiveCustomer,
  changeCustomer,
} from "#command-api/customer/customer-commands.ts";
import type { AppendEvent } from "#command-api/event-store/append.ts";
import type { CommandContext, EventStore } from "#command-api/event-store/handle-command.ts";
import { canonicalJson } from "#command-api/http/request-hash.ts";
import {
  addProduct,
  adjustStock,
  archiveProduct,
  changeProduct,
} from "#command-api/product/product-commands.ts";
import { recordSale } from "#command-api/sale/record-sale.ts";
import { voidSale } from "#command-api/sale/void-sale.ts";
import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import type { AddCustomerRequest, ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import type { ChangeProductRequest } from "#kernel/contract/api/product.ts";
import {
  CommandId,
  CustomerId,
  ProductId,
  SaleId,
  StreamId,
  type TenantId,
} from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { newId } from "#kernel/node/ids.ts";

import { userId } from "./fixed-ids.ts";

const PRICE_MINOR = 4500;
const OWNER = userId(1);

type OpeningShop = Readonly<{ trialUntil?: string; taxRateBp?: number; timezone?: string }>;

/** Opens a shop's log: its tenant and settings, with the snapshots that commands read. */
export async function openShop(
  store: EventStore,
  tenantId: TenantId,
  { taxRateBp, ...over }: OpeningShop = {},
): Promise<void> {
  const shop = {
    name: "Ama's Provisions",
    ownerId: OWNER,
    plan: "basic",
    trialUntil: "2999-12-31",
    currency: "GHS",
    timezone: "Africa/Accra",
  };
  const { outcome } = await store.append({
    ...contextOf(tenantId, "register"),
    meta: '{"source":"system"}',
    newTenant: true,
    events: [
      {
        streamId: StreamId.parse(tenantId),
        streamType: "tenant",
        expected: 0,
        type: "TenantRegistered",
        schemaV: 1,
        occurredMs: Date.now(),
        data: JSON.stringify({ tenantId, ...shop }),
        state: JSON.stringify({ status: "active", ...shop, ...over }),
      },
      ...(taxRateBp === undefined ? [] : [taxed(tenantId, taxRateBp)]),
    ],
  });
  if (outcome !== "ok") throw new Error(`the shop was not opened: ${outcome}`);
}

const taxed = (tenantId: TenantId, taxRateBp: number): AppendEvent => ({
  streamId: businessSettingsStream(tenantId),
  streamType: "business-settings",
  expected: 0,
  type: "BusinessSettingsChanged",
  schemaV: 1,
  occurredMs: Date.now(),
  data: JSON.stringify({ changes: { taxRateBp: { from: 0, to: taxRateBp } } }),
  state: JSON.stringify({ taxRateBp }),
});

/** The context a route makes from a request. The command id is ours unless the client sends one. */
const contextOf = (
  tenantId: TenantId,
  body: unknown,
  over: Partial<CommandContext> = {},
): CommandContext => ({
  tenantId,
  actorId: OWNER,
  commandId: CommandId.parse(newId()),
  requestHash: createHash("sha256").update(canonicalJson(body)).digest(),
  meta: { source: "web" },
  occurredMs: Date.now(),
  ...over,
});

type Over = Partial<CommandContext>;
type Item = readonly [product: ProductId, quantity: number, priceMinor?: number];
type Change = Omit<ChangeProductRequest, "id"> & Readonly<{ mayEditPrices?: boolean }>;

/** The commands of one shop as its routes call them, each under a new key unless one is given. */
export function openCounter(store: EventStore, tenantId: TenantId, sealer: Sealer) {
  const people = { store, sealer };
  const at = (body: unknown, over: Over) => contextOf(tenantId, body, over);
  return {
    tenantId,
    add: (name: string, stock: number, over: Over = {}) => {
      const request = { name, price: PRICE_MINOR, stock, description: undefined };
      return addProduct(store, at(request, over), ProductId.parse(newId()), request);
    },
    change: (productId: ProductId, change: Change, over: Over = {}) =>
      changeProduct(store, at(change, over), { mayEditPrices: true, ...change, productId }),
    adjust: (productId: ProductId, delta: number, over: Over = {}) =>
      adjustStock(store, at(delta, over), { productId, delta }),
    archive: (productId: ProductId, over: Over = {}) =>
      archiveProduct(store, at(productId, over), productId),
    sell: (items: readonly Item[], over: Over & Readonly<{ customer?: string }> = {}) => {
      const { customer, ...context } = over;
      const request = {
        customer_id: customer,
        items: items.map(([product, quantity, price = PRICE_MINOR]) => ({
          product_id: product,
          quantity,
          unit_price: price,
        })),
        payment_method: "cash" as const,
        notes: undefined,
      };
      const saleId = SaleId.parse(newId());
      return recordSale(store, at(request, context), {
        saleId,
        request,
        role: "cashier",
        sealer,
      });
    },
    void: (saleId: SaleId, over: Over = {}) => voidSale(store, at(saleId, over), { saleId }),
    addCustomer: (request: AddCustomerRequest, over: Over = {}) =>
      addCustomer(people, at(request, over), CustomerId.parse(newId()), request),
    changeCustomer: (id: CustomerId, request: Omit<ChangeCustomerRequest, "id">, over: Over = {}) =>
      changeCustomer(people, at(request, over), id, request),
    archiveCustomer: (id: CustomerId, over: Over = {}) => archiveCustomer(people, at(id, over), id),
  };
}
export type Counter = ReturnType<typeof openCounter>;
