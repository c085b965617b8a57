import { createHash, randomUUID } from "node:crypto";

import type { AppendCommand } from "#command-api/event-store/append.ts";
import { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";

const HASH = createHash("sha256").update("bench").digest();
const ACTOR = UserId.parse(randomUUID());
const META = '{"source":"web","requestId":"0192f0c1-2345-7000-8000-000000000000"}';

export const newStream = (): StreamId => StreamId.parse(randomUUID());

type Common = Pick<AppendCommand, "tenantId" | "commandId" | "requestHash" | "actorId" | "meta">;

export const common = (tenantId: TenantId, actorId: UserId = ACTOR): Common => ({
  tenantId,
  commandId: CommandId.parse(randomUUID()),
  requestHash: HASH,
  actorId,
  meta: META,
});

/** A tenant with products that never run out. */
export function openShop(products: readonly StreamId[]): AppendCommand[] {
  const tenantId = TenantId.parse(randomUUID());
  return products.map((productId, index) => ({
    ...common(tenantId),
    newTenant: index === 0,
    events: [
      {
        streamId: productId,
        streamType: "product",
        expected: 0,
        type: "ProductAdded",
        schemaV: 1,
        occurredMs: Date.now(),
        data: JSON.stringify({
          productId,
          name: "Milo 400g",
          priceMinor: 4500,
          currency: "GHS",
          openingStock: 1_000_000_000,
        }),
        state: '{"status":"active","name":"Milo 400g","priceMinor":4500,"currency":"GHS"}',
        stock: [{ productId, amount: 1_000_000_000, floor: true }],
      },
    ],
  }));
}

type Sold = Readonly<{ actorId?: UserId; priceMinor?: number; customer?: StreamId | undefined }>;

/** A sale as the till makes it: one event with its lines, stock of each product, a receipt number. */
export function saleOf(
  tenantId: TenantId,
  products: readonly StreamId[],
  businessDate = "2026-11-21",
  { actorId, priceMinor, customer }: Sold = {},
): AppendCommand {
  const streamId = newStream();
  const occurredMs = Date.now();
  const sums = sumsOf(products, businessDate, priceMinor);
  return {
    ...common(tenantId, actorId),
    events: [
      {
        streamId,
        streamType: "sale",
        expected: 0,
        type: "SaleRecorded",
        schemaV: 1,
        occurredMs,
        data: JSON.stringify({
          saleId: streamId,
          store: 1,
          register: 1,
          ...sums,
          tax: { mode: "inclusive", rateBp: 0 },
          ...(customer && { customer: { id: customer, name: nameless(customer) } }),
        }),
        state: '{"status":"recorded"}',
        stock: products.map((productId) => ({ productId, amount: -1, floor: true })),
        counters: [{ name: "sale", delta: 1 }],
      },
    ],
  };
}

export const dayAt = (ms: number): string =>
  new Date(ms).toISOString().slice(0, "2026-11-21".length);

/** A sealed text of somebody whose key is gone. */
export const nameless = (subject: StreamId): string => `sealed:v1:${subject}:AAAA`;

/** What a sale and its void say of its lines. */
export const sumsOf = (products: readonly StreamId[], businessDate: string, priceMinor = 4500) => ({
  businessDate,
  currency: "GHS",
  lines: products.map((productId) => ({
    productId,
    name: "Milo 400g",
    quantity: 1,
    listPriceMinor: 4500,
    unitPriceMinor: priceMinor,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: priceMinor,
  })),
  totalMinor: priceMinor * products.length,
  taxMinor: 0,
  tenders: [{ method: "cash", amountMinor: priceMinor * products.length, status: "confirmed" }],
});
