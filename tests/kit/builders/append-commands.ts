import type {
  AppendCommand,
  AppendEvent,
  CounterLine,
  StockLine,
} from "#command-api/event-store/append.ts";
import { toAppendEvent } from "#command-api/event-store/plan.ts";
import type { StreamType } from "#kernel/contract/event-types.ts";
import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleLine } from "#kernel/contract/events/sale.ts";
import {
  CommandId,
  ProductId,
  SaleId,
  StreamId,
  type TenantId,
  UserId,
} from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";

import { miloLine, twoMilo } from "./sale-events.ts";

export const ANY_REQUEST = Buffer.alloc(32, 1);
export const OTHER_REQUEST = Buffer.alloc(32, 2);
const CASHIER = UserId.parse("018f0e00-0000-7000-8000-000000000001");
const OCCURRED_MS = Date.parse("2026-11-21T10:00:00Z");

export const newStream = (): StreamId => StreamId.parse(newId());
const NAMES = ["Milo 400g", "Sugar ₵", "Tea"];

/** A command as a service sends it, under a key of its own. */
export const commandOf = (
  tenantId: TenantId,
  events: readonly AppendEvent[],
  over: Partial<AppendCommand> = {},
): AppendCommand => ({
  tenantId,
  commandId: CommandId.parse(newId()),
  requestHash: ANY_REQUEST,
  actorId: CASHIER,
  meta: '{"source":"web"}',
  events,
  ...over,
});

type Placed = Readonly<{
  streamId: StreamId;
  streamType: StreamType;
  expected: number;
  state?: unknown;
  stock?: readonly StockLine[];
  counters?: readonly CounterLine[];
}>;

const event = (placed: Placed, told: TillbookEvent): AppendEvent =>
  toAppendEvent({ ...placed, event: told }, OCCURRED_MS);

const ACTIVE = { status: "active", name: NAMES[0], priceMinor: 4500, currency: "GHS" };

/** Adds a product, and with `newTenant` its shop. */
export const adding = (
  tenantId: TenantId,
  product: StreamId,
  stock: number,
  over: Partial<AppendCommand> = {},
): AppendCommand =>
  commandOf(
    tenantId,
    [
      event(
        {
          streamId: product,
          streamType: "product",
          expected: 0,
          state: ACTIVE,
          stock: [{ productId: product, amount: stock, floor: true }],
          counters: [{ name: "products", delta: 1 }],
        },
        {
          type: "ProductAdded",
          data: {
            productId: ProductId.parse(product),
            name: "Milo 400g",
            priceMinor: 4500,
            currency: "GHS",
            openingStock: stock,
          },
        },
      ),
    ],
    over,
  );

/** Renames a product that is at `version`. */
export const renaming = (
  tenantId: TenantId,
  product: StreamId,
  version: number,
  name = "Milo 500g",
): AppendCommand =>
  commandOf(tenantId, [
    event(
      { streamId: product, streamType: "product", expected: version, state: { ...ACTIVE, name } },
      {
        type: "ProductDetailsChanged",
        data: {
          productId: ProductId.parse(product),
          changes: { name: { from: "Milo 400g", to: name } },
        },
      },
    ),
  ]);

export const adjusting = (tenantId: TenantId, product: StreamId, delta: number): AppendCommand =>
  commandOf(tenantId, [
    event(
      {
        streamId: product,
        streamType: "product",
        expected: -1,
        stock: [{ productId: product, amount: delta, floor: true }],
      },
      { type: "StockAdjusted", data: { productId: ProductId.parse(product), delta } },
    ),
  ]);

/** Counts a product that is at `version`. */
export const counting = (
  tenantId: TenantId,
  product: StreamId,
  to: number,
  { version, ...line }: Readonly<{ version: number; expectedOnHand?: number }>,
): AppendCommand =>
  commandOf(tenantId, [
    event(
      {
        streamId: product,
        streamType: "product",
        expected: version,
        state: ACTIVE,
        stock: [{ productId: product, amount: to, absolute: true, floor: true, ...line }],
      },
      { type: "StockCounted", data: { productId: ProductId.parse(product), to } },
    ),
  ]);

export type Basket = readonly (readonly [product: StreamId, quantity: number])[];

const linesOf = (basket: Basket): SaleLine[] =>
  basket.map(([product, quantity], index) =>
    miloLine(quantity, {
      productId: ProductId.parse(product),
      name: NAMES[index % NAMES.length] ?? "Milo 400g",
    }),
  );

const moving = (basket: Basket, sign: 1 | -1, floor: boolean): StockLine[] =>
  basket.map(([productId, quantity]) => ({ productId, amount: sign * quantity, floor }));

type Selling = Partial<AppendCommand> & Readonly<{ sale?: StreamId; floor?: boolean }>;

/** A sale of a basket, as the till makes it: its lines, the stock they take, a receipt number. */
export function selling(
  tenantId: TenantId,
  basket: Basket,
  { sale = newStream(), floor = true, ...over }: Selling = {},
): AppendCommand {
  const sums = sumsOf(basket);
  return commandOf(
    tenantId,
    [
      event(
        {
          streamId: sale,
          streamType: "sale",
          expected: 0,
          state: { status: "recorded" },
          stock: moving(basket, -1, floor),
          counters: [{ name: "sale", delta: 1 }],
        },
        { type: "SaleRecorded", data: { ...twoMilo, ...sums, saleId: SaleId.parse(sale) } },
      ),
    ],
    over,
  );
}

export const voiding = (tenantId: TenantId, sale: StreamId, basket: Basket): AppendCommand =>
  commandOf(tenantId, [
    event(
      {
        streamId: sale,
        streamType: "sale",
        expected: 1,
        state: { status: "voided" },
        stock: moving(basket, 1, true),
      },
      {
        type: "SaleVoided",
        data: {
          businessDate: twoMilo.businessDate,
          currency: twoMilo.currency,
          ...sumsOf(basket),
          saleId: SaleId.parse(sale),
        },
      },
    ),
  ]);

function sumsOf(basket: Basket) {
  const lines = linesOf(basket);
  const sum = (values: readonly number[]): number => values.reduce((total, n) => total + n, 0);
  const totalMinor = sum(lines.map((line) => line.totalMinor));
  return {
    lines,
    totalMinor,
    taxMinor: sum(lines.map((line) => line.taxMinor)),
    tenders: [{ method: "cash" as const, amountMinor: totalMinor, status: "confirmed" as const }],
  };
}
