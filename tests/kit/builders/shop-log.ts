import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand, AppendEvent } from "#command-api/event-store/append.ts";
import type { SaleLine } from "#kernel/contract/events/sale.ts";
import { CommandId, ProductId, SaleId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { commandOf, totalsOf } from "./append-commands.ts";

/** An id that a test names by a number. The same number names the same id in every tenant. */
export const id = (n: number): string =>
  `019a0000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

export const tenantOf = (n: number): TenantId => TenantId.parse(id(0xf00000 + n));
export const productOf = (n: number): ProductId => ProductId.parse(id(0xa0000 + n));
export const saleOf = (n: number): SaleId => SaleId.parse(id(0x1000000 + n));

export const CASHIER = UserId.parse(id(0xc0));
const OPENED_MS = Date.parse("2026-03-02T08:00:00Z");

const MOST_COMMANDS = 64;

type SoldItem = Readonly<{ product: number; quantity: number; priceMinor?: number }>;
type Sale = Readonly<{ day?: string; notes?: string; customer?: object; occurredMs?: number }>;

/**
 * Writes the log of one shop through es.append_any, as commands would. Two shops that do the same have the same streams,
 * commands and numbers, so only the tenant distinguishes them.
 */
export function createShopLog(pool: Pool, tenantId: TenantId) {
  const queue: AppendCommand[] = [];
  const versions = new Map<string, number>();
  let commands = 0;

  function command(events: readonly AppendEvent[], over: Partial<AppendCommand> = {}): void {
    commands += 1;
    const commandId = CommandId.parse(id(0x9000000 + commands));
    queue.push(commandOf(tenantId, events, { commandId, actorId: CASHIER, ...over }));
  }

  function event(streamType: string, streamId: string, type: string, data: object): AppendEvent {
    const expected = versions.get(streamId) ?? 0;
    versions.set(streamId, expected + 1);
    return {
      streamId: StreamId.parse(streamId),
      streamType,
      expected,
      type,
      schemaV: 1,
      occurredMs: OPENED_MS + commands * 1000,
      data: JSON.stringify(data),
    };
  }

  return {
    tenantId,
    /** Any event, also one that no code can read. */
    raw: (type: string, data: string, schemaV = 1) =>
      command([{ ...event("sale", id(0x7000000 + commands), type, {}), data, schemaV }]),
    register: (name = "Ama's Shop") =>
      command([event("tenant", tenantId, "TenantRegistered", registered(tenantId, name))], {
        newTenant: true,
      }),
    addProduct: (product: number, stock: number, priceMinor = 250) => {
      const productId = productOf(product);
      const data = { productId, name: `Product ${product}`, priceMinor, currency: "GHS" };
      const added = event("product", productId, "ProductAdded", { ...data, openingStock: stock });
      command([
        { ...added, stock: [{ productId: StreamId.parse(productId), amount: stock, floor: true }] },
      ]);
    },
    changeProduct: (product: number, type: string, data: object = {}) =>
      command([
        event("product", productOf(product), type, { productId: productOf(product), ...data }),
      ]),
    adjustStock: (product: number, delta: number) => {
      const productId = productOf(product);
      const adjusted = event("product", productId, "StockAdjusted", { productId, delta });
      const stock = [{ productId: StreamId.parse(productId), amount: delta, floor: false }];
      command([{ ...adjusted, expected: -1, stock }]);
    },
    customer: (type: string, customerId: string, data: object) =>
      command([event("customer", customerId, type, { customerId, ...data })]),
    sell: (sale: number, sold: readonly SoldItem[], { occurredMs, day, ...over }: Sale = {}) => {
      const saleId = saleOf(sale);
      const data = { saleId, ...TILL, ...sums(sold, day), ...over };
      const recorded = event("sale", saleId, "SaleRecorded", data);
      command([
        {
          ...recorded,
          occurredMs: occurredMs ?? recorded.occurredMs,
          stock: moves(sold, -1),
          counters: [{ name: "sale", delta: 1 }],
        },
      ]);
    },
    voidSale: (sale: number, sold: readonly SoldItem[], day?: string) => {
      const saleId = saleOf(sale);
      const data = { saleId, ...sums(sold, day), reason: "a mistake" };
      const voided = event("sale", saleId, "SaleVoided", data);
      command([{ ...voided, stock: moves(sold, 1) }]);
    },
    /** Appends what was queued; a refused command is an error in the test. */
    flush: async (): Promise<void> => {
      while (queue.length > 0) {
        const outcomes = await appendBatch(pool, queue.splice(0, MOST_COMMANDS));
        const refused = outcomes.find(({ outcome }) => outcome !== "ok");
        if (refused) throw new Error(`es.append_any: ${refused.outcome} ${refused.detail ?? ""}`);
      }
    },
  };
}
export type ShopLog = ReturnType<typeof createShopLog>;

const registered = (tenantId: TenantId, name: string) => ({
  tenantId,
  name,
  ownerId: CASHIER,
  plan: "basic",
  trialUntil: "2026-03-16",
  currency: "GHS",
  timezone: "Africa/Accra",
});

const TILL = { store: 1, register: 1, tax: { mode: "inclusive", rateBp: 1500 } } as const;

function sums(sold: readonly SoldItem[], day = "2026-03-02") {
  const lines = sold.map(({ product, quantity, priceMinor = 250 }): SaleLine => ({
    productId: productOf(product),
    name: `Product ${product}`,
    quantity,
    listPriceMinor: priceMinor,
    unitPriceMinor: priceMinor,
    discountMinor: 0,
    taxMinor: quantity,
    totalMinor: quantity * priceMinor,
  }));
  return { businessDate: day, currency: "GHS", ...totalsOf(lines) };
}

const moves = (sold: readonly SoldItem[], sign: 1 | -1) =>
  sold.map(({ product, quantity }) => ({
    productId: StreamId.parse(productOf(product)),
    amount: sign * quantity,
    floor: sign < 0,
  }));
