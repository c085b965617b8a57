import { randomUUID } from "node:crypto";

import type pg from "pg";

import {
  appendBatch,
  type AppendCommand,
  type AppendEvent,
} from "#command-api/event-store/append.ts";
import { type StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { memberStream } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { newStream, openShop, common, dayAt, nameless, saleOf, sumsOf } from "./bench-commands.ts";

/** Of each the first is the one with most events. */
export type Busy = Readonly<{
  tenantId: TenantId;
  people: readonly UserId[];
  products: readonly StreamId[];
  customers: readonly StreamId[];
}>;

type Sale = Readonly<{
  saleId: StreamId;
  products: readonly StreamId[];
  priceMinor: number;
  date: string;
}>;

const MOST_LINES = 4;
const CHEAPEST = 250;
const STEP = 50;
const STEPS = 400;
/** Of the sales: whose customer is known, and what is remembered; most of that is taken back. */
const KNOWN = 0.3;
const REMEMBERED = 0.01;

const below = (n: number): number => Math.floor(Math.random() * n);

/** The first much more often than the last. */
function skewed<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor((items.length + 1) ** Math.random()) - 1];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Whatever somebody does next at a time of some day: of eight deeds seven are sales. */
export function createDeeds({ tenantId, people, products, customers }: Busy) {
  const versions = new Map<StreamId, number>(products.map((product) => [product, 1]));
  const newcomers = [...customers];
  const sales: StreamId[] = [];
  const wrong: Sale[] = [];

  const deed = (
    [streamType, streamId, type]: readonly [string, StreamId, string],
    data: object,
    { actorId = skewed(people), ...more }: Partial<AppendEvent> & { actorId?: UserId } = {},
  ): AppendCommand => {
    const expected = versions.get(streamId) ?? 0;
    versions.set(streamId, expected + 1);
    const stored = { schemaV: 1, occurredMs: Date.now(), data: JSON.stringify(data) };
    return {
      ...common(tenantId, actorId),
      events: [{ streamId, streamType, expected, type, ...stored, ...more }],
    };
  };
  const sell = (nowMs: number): AppendCommand => {
    const basket = new Set(Array.from({ length: 1 + below(MOST_LINES) }, () => skewed(products)));
    const priceMinor = CHEAPEST + STEP * Math.floor(STEPS ** Math.random());
    const date = dayAt(nowMs);
    const command = saleOf(tenantId, [...basket], date, {
      actorId: skewed(people),
      priceMinor,
      customer: Math.random() < KNOWN ? skewed(customers) : undefined,
    });
    const saleId = command.events[0]?.streamId;
    if (saleId && Math.random() < REMEMBERED) {
      sales.push(saleId);
      wrong.push({ saleId, products: [...basket], priceMinor, date });
    }
    return command;
  };
  const takeBack = ({ saleId, products: sold, priceMinor, date }: Sale): AppendCommand => {
    versions.set(saleId, 1);
    const data = { saleId, ...sumsOf(sold, date, priceMinor) };
    return deed(["sale", saleId, "SaleVoided"], data, {
      stock: sold.map((productId) => ({ productId, amount: 1, floor: true })),
    });
  };
  const reprice = (): AppendCommand => {
    const productId = skewed(products);
    const prices = { fromMinor: CHEAPEST, toMinor: CHEAPEST + below(STEPS) * STEP };
    const data = { productId, ...prices, currency: "GHS" };
    return deed(["product", productId, "ProductRepriced"], data);
  };
  const adjust = (): AppendCommand => {
    const productId = skewed(products);
    return deed(
      ["product", productId, "StockAdjusted"],
      { productId, delta: 1 },
      {
        stock: [{ productId, amount: 1, floor: true }],
      },
    );
  };
  const welcome = (customerId: StreamId): AppendCommand => {
    const names = { firstName: nameless(customerId), lastName: nameless(customerId) };
    return deed(["customer", customerId, "CustomerAdded"], { customerId, ...names });
  };
  const signIn = (): AppendCommand => {
    const actorId = skewed(people);
    const data = { userId: actorId, sid: "018f0000-0000-7000-8000-000000000001", second: "none" };
    return deed(["member", memberStream(actorId), "SignedIn"], data, { actorId });
  };
  const next = (nowMs: number): AppendCommand => {
    const other = below(OTHERS);
    const sale = other === 0 ? wrong.shift() : undefined;
    if (sale) return takeBack(sale);
    if (other === 1) return reprice();
    if (other === 2) return adjust();
    if (other === 3) return signIn();
    const newcomer = other === 4 ? newcomers.pop() : undefined;
    return newcomer ? welcome(newcomer) : sell(nowMs);
  };
  return { next, sales };
}
/** Each of the four other kinds is one deed of so many. */
const OTHERS = 32;

const FLUSH = 64;
const DAY_MS = 86_400_000;
const PEOPLE = 12;
const PRODUCTS = 1000;
/** Each of them is new to the shop at some time. */
const EVENTS_A_CUSTOMER = 500;

export type BusyShop = Busy &
  Readonly<{
    events: number;
    /** Since then it has been open for so many days. */
    firstMs: number;
    days: number;
    /** Those that were voided, and some that were not. */
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
 * A shop as one is after a year, appended as the product does it, day after day from today on: sales of skewed
 * amounts, some of them voided, stock adjusted, prices changed, customers added, people signed in.
 */
export async function fillBusyShop({ pool, admin, events, days }: Writing): Promise<BusyShop> {
  const products = Array.from({ length: PRODUCTS }, newStream);
  const opening = openShop(products);
  const shop = {
    tenantId: TenantId.parse(opening[0]?.tenantId),
    people: Array.from({ length: PEOPLE }, () => UserId.parse(randomUUID())),
    products,
    customers: Array.from({ length: Math.ceil(events / EVENTS_A_CUSTOMER) }, newStream),
  };
  for (let at = 0; at < PRODUCTS; at += FLUSH) {
    await appendBatch(pool, opening.slice(at, at + FLUSH));
  }
  const { next, sales } = createDeeds(shop);
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

/** The times of a log never go back: behind an event of the future there comes none of today. */
const setClock = (admin: pg.Pool, tenantId: TenantId, nowMs: number): Promise<unknown> =>
  admin.query("update es.tenant_heads set last_ms = $2 where tenant_id = $1", [tenantId, nowMs]);
