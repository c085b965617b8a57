import { randomUUID } from "node:crypto";

import type pg from "pg";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand, AppendEvent } from "#command-api/event-store/append.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import { CustomerId, type StreamId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { invariant } from "#kernel/contract/rejection.ts";
import { memberStream } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import {
  type Basket,
  commandOf,
  newStream,
  oneOfEach,
  openingShop,
  selling,
  voiding,
} from "#tests/kit/builders/append-commands.ts";

/** In each list the first one has the most events. */
type Shop = Readonly<{
  tenantId: TenantId;
  people: readonly UserId[];
  products: readonly StreamId[];
  customers: readonly StreamId[];
}>;

type Sale = Readonly<{ saleId: StreamId; basket: Basket; businessDate: string }>;

const MOST_LINES = 4;
const CHEAPEST = 250;
const STEP = 50;
const STEPS = 400;
/** The share of sales with a known customer, and of sales to be voided later. */
const KNOWN = 0.3;
const WRONG = 0.01;

const below = (n: number): number => Math.floor(Math.random() * n);

/** Picks the first item much more often than the last. */
function skewed<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor((items.length + 1) ** Math.random()) - 1];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Makes the next command of a day at random; seven of eight are sales. */
function createCommands({ tenantId, people, products, customers }: Shop) {
  const versions = new Map<StreamId, number>(products.map((product) => [product, 1]));
  const newcomers = [...customers];
  const sales: StreamId[] = [];
  const wrong: Sale[] = [];

  const command = (
    [streamType, streamId, type]: readonly [string, StreamId, string],
    data: object,
    { actorId = skewed(people), ...more }: Partial<AppendEvent> & { actorId?: UserId } = {},
  ): AppendCommand => {
    const expected = versions.get(streamId) ?? 0;
    versions.set(streamId, expected + 1);
    const stored = { schemaV: 1, occurredMs: Date.now(), data: JSON.stringify(data) };
    return commandOf(tenantId, [{ streamId, streamType, expected, type, ...stored, ...more }], {
      actorId,
    });
  };
  const sell = (nowMs: number): AppendCommand => {
    const sold = new Set(Array.from({ length: 1 + below(MOST_LINES) }, () => skewed(products)));
    const basket = oneOfEach([...sold], CHEAPEST + STEP * Math.floor(STEPS ** Math.random()));
    const businessDate = dayAt(nowMs);
    const saleId = newStream();
    const customer = Math.random() < KNOWN ? skewed(customers) : undefined;
    if (Math.random() < WRONG) {
      sales.push(saleId);
      wrong.push({ saleId, basket, businessDate });
    }
    return selling(tenantId, basket, {
      sale: saleId,
      businessDate,
      occurredMs: Date.now(),
      actorId: skewed(people),
      customer: customer && { id: CustomerId.parse(customer), name: erasedText(customer) },
    });
  };
  const voidSale = ({ saleId, basket, businessDate }: Sale): AppendCommand =>
    voiding(tenantId, saleId, basket, { businessDate, actorId: skewed(people) });
  const reprice = (): AppendCommand => {
    const productId = skewed(products);
    const prices = { fromMinor: CHEAPEST, toMinor: CHEAPEST + below(STEPS) * STEP };
    const data = { productId, ...prices, currency: "GHS" };
    return command(["product", productId, "ProductRepriced"], data);
  };
  const adjust = (): AppendCommand => {
    const productId = skewed(products);
    return command(
      ["product", productId, "StockAdjusted"],
      { productId, delta: 1 },
      {
        stock: [{ productId, amount: 1, floor: true }],
      },
    );
  };
  const welcome = (customerId: StreamId): AppendCommand => {
    const names = { firstName: erasedText(customerId), lastName: erasedText(customerId) };
    return command(["customer", customerId, "CustomerAdded"], { customerId, ...names });
  };
  const signIn = (): AppendCommand => {
    const actorId = skewed(people);
    const data = { userId: actorId, sid: "018f0000-0000-7000-8000-000000000001", second: "none" };
    return command(["member", memberStream(actorId), "SignedIn"], data, { actorId });
  };
  const next = (nowMs: number): AppendCommand => {
    const other = below(OTHERS);
    const sale = other === 0 ? wrong.shift() : undefined;
    if (sale) return voidSale(sale);
    if (other === 1) return reprice();
    if (other === 2) return adjust();
    if (other === 3) return signIn();
    const newcomer = other === 4 ? newcomers.pop() : undefined;
    return newcomer ? welcome(newcomer) : sell(nowMs);
  };
  return { next, sales };
}
/** One in this many commands is of each of the other kinds. */
const OTHERS = 32;

const FLUSH = 64;
const DAY_MS = 86_400_000;
const PEOPLE = 12;
const PRODUCTS = 1000;
const EVENTS_A_CUSTOMER = 500;

export type BusyShop = Shop &
  Readonly<{
    events: number;
    /** The shop has been open for `days` days since then. */
    firstMs: number;
    days: number;
    /** The voided sales, and some others. */
    sales: readonly StreamId[];
  }>;

type Writing = Readonly<{
  pool: Pool;
  /** Sets the clock of the log. */
  admin: pg.Pool;
  events: number;
  days: number;
}>;

/**
 * A shop as it is after a year, appended as the product appends, day after day from today: sales of skewed amounts,
 * some of them voided, stock adjusted, prices changed, customers added, people signed in.
 */
export async function fillBusyShop({ pool, admin, events, days }: Writing): Promise<BusyShop> {
  const products = Array.from({ length: PRODUCTS }, newStream);
  const opening = openingShop(products);
  const tenantId = opening[0]?.tenantId;
  invariant(tenantId !== undefined, "a shop without products");
  const shop = {
    tenantId,
    people: Array.from({ length: PEOPLE }, () => UserId.parse(randomUUID())),
    products,
    customers: Array.from({ length: Math.ceil(events / EVENTS_A_CUSTOMER) }, newStream),
  };
  for (let at = 0; at < PRODUCTS; at += FLUSH) {
    await appendBatch(pool, opening.slice(at, at + FLUSH));
  }
  const { next, sales } = createCommands(shop);
  const firstMs = Date.now();
  for (let day = 0, left = events - PRODUCTS; day < days; day += 1) {
    const today = Math.ceil(left / (days - day));
    left -= today;
    const dayMs = firstMs + day * DAY_MS;
    await setClock(admin, shop.tenantId, dayMs);
    for (let done = 0; done < today; done += FLUSH) {
      const size = Math.min(FLUSH, today - done);
      const outcomes = await appendBatch(
        pool,
        Array.from({ length: size }, () => next(dayMs)),
      );
      const refused = outcomes.find(({ outcome }) => outcome !== "ok");
      if (refused) throw new Error(`an event was refused: ${refused.outcome}`);
    }
  }
  return { ...shop, events, firstMs, days, sales };
}

/** The times of a log never go back, so the next events are at this time or later. */
const setClock = (admin: pg.Pool, tenantId: TenantId, nowMs: number): Promise<unknown> =>
  admin.query("update es.tenant_heads set last_ms = $2 where tenant_id = $1", [tenantId, nowMs]);

export const dayAt = (ms: number): string =>
  new Date(ms).toISOString().slice(0, "2026-11-21".length);

/** A sealed text whose key was deleted. */
const erasedText = (subject: StreamId): Sealed => Sealed.parse(`sealed:v1:${subject}:AAAA`);
