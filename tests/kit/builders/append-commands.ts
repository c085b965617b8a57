import type {
  AppendCommand,
  AppendEvent,
  CounterLine,
  StockLine,
} from "#command-api/event-store/append.ts";
import { toAppendEvent } from "#command-api/event-store/plan.ts";
import type { StreamType } from "#kernel/contract/event-types.ts";
import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleLine, SaleRecorded } from "#kernel/contract/events/sale.ts";
import { CommandId, ProductId, SaleId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";

import { miloLine, twoMilo } from "./sale-events.ts";

export const ANY_REQUEST = Buffer.alloc(32, 1);
export const OTHER_REQUEST = Buffer.alloc(32, 2);
const CASHIER = UserId.parse("018f0e00-0000-7000-8000-000000000001");
const OCCURRED_MS = Date.parse("2026-11-21T10:00:00Z");

export const newStream = (): StreamId => StreamId.parse(newId());
const NAMES = ["Milo 400g", "Sugar ₵", "Tea"];

/** A command as a service sends it, under its own key. */
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

type ListKey = Readonly<{
  streamId: StreamId;
  streamType: StreamType;
  expected: number;
  state?: unknown;
  stock?: readonly StockLine[];
  counters?: readonly CounterLine[];
}>;

const event = (placed: ListKey, fact: TillbookEvent): AppendEvent =>
  toAppendEvent({ ...placed, event: fact }, OCCURRED_MS);

const ACTIVE = { status: "active", name: NAMES[0], priceMinor: 4500, currency: "GHS" };

/** Adds a product; with `newTenant` it opens the tenant as well. */
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

/** Products with how many of each, at 45.00 unless a price is given. */
export type Basket = readonly (readonly [
  product: StreamId,
  quantity: number,
  priceMinor?: number,
])[];

const PRICE_MINOR = 4500;

export const oneOfEach = (products: readonly StreamId[], priceMinor = PRICE_MINOR): Basket =>
  products.map((product) => [product, 1, priceMinor]);

/** A fifth of the net price, which is a sixth of the price that includes it. */
const TAX_SHARE = 1 / 6;

const linesOf = (basket: Basket): SaleLine[] =>
  basket.map(([product, quantity, priceMinor = PRICE_MINOR], index) =>
    miloLine(quantity, {
      productId: ProductId.parse(product),
      name: NAMES[index % NAMES.length] ?? "Milo 400g",
      unitPriceMinor: priceMinor,
      taxMinor: Math.round(quantity * priceMinor * TAX_SHARE),
      totalMinor: quantity * priceMinor,
    }),
  );

const moving = (basket: Basket, sign: 1 | -1, floor: boolean): StockLine[] =>
  basket.map(([productId, quantity]) => ({ productId, amount: sign * quantity, floor }));

type SaleOptions = Partial<AppendCommand> &
  Readonly<{
    sale?: StreamId;
    floor?: boolean;
    businessDate?: string;
    occurredMs?: number;
    customer?: SaleRecorded["data"]["customer"];
  }>;

/** A sale of a basket, as the till makes it: its lines, the stock they take, a receipt number. */
export function selling(
  tenantId: TenantId,
  basket: Basket,
  {
    sale = newStream(),
    floor = true,
    businessDate = twoMilo.businessDate,
    occurredMs = OCCURRED_MS,
    customer,
    ...over
  }: SaleOptions = {},
): AppendCommand {
  const data = {
    ...twoMilo,
    ...sumsOf(basket),
    businessDate,
    saleId: SaleId.parse(sale),
    ...(customer && { customer }),
  };
  const planned = {
    streamId: sale,
    streamType: "sale" as const,
    expected: 0,
    state: { status: "recorded" },
    stock: moving(basket, -1, floor),
    counters: [{ name: "sale", delta: 1 }],
    event: { type: "SaleRecorded" as const, data },
  };
  return commandOf(tenantId, [toAppendEvent(planned, occurredMs)], over);
}

type VoidOptions = Partial<AppendCommand> & Readonly<{ businessDate?: string }>;

export const voiding = (
  tenantId: TenantId,
  sale: StreamId,
  basket: Basket,
  { businessDate = twoMilo.businessDate, ...over }: VoidOptions = {},
): AppendCommand =>
  commandOf(
    tenantId,
    [
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
            businessDate,
            currency: twoMilo.currency,
            ...sumsOf(basket),
            saleId: SaleId.parse(sale),
          },
        },
      ),
    ],
    over,
  );

/** Opens a new tenant with products that never run out. */
export function openingShop(products: readonly StreamId[]): AppendCommand[] {
  const tenantId = TenantId.parse(newId());
  return products.map((product, index) =>
    adding(tenantId, product, PLENTY, { newTenant: index === 0 }),
  );
}
const PLENTY = 1_000_000_000;

const sumsOf = (basket: Basket) => totalsOf(linesOf(basket));

/** What a sale of these lines, paid in cash, adds up to. */
export function totalsOf(lines: readonly SaleLine[]) {
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  return {
    lines: [...lines],
    totalMinor,
    taxMinor: lines.reduce((sum, line) => sum + line.taxMinor, 0),
    tenders: [{ method: "cash" as const, amountMinor: totalMinor, status: "confirmed" as const }],
  };
}
