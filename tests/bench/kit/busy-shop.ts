import { randomUUID } from "node:crypto";

import type pg from "pg";

import { appendBatch } from "#command-api/event-store/append.ts";
import { type StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { newStream, openShop } from "./bench-commands.ts";
import { type Busy, createDeeds } from "./busy-deeds.ts";

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
