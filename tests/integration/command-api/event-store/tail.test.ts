import { setTimeout as delay } from "node:timers/promises";

import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase } from "#tests/kit/database/log-database.ts";
import { until } from "#tests/kit/product/sales-load.ts";
import { row } from "#tests/scorecard/row.ts";

import {
  follow,
  nameOf,
  openTailedLog,
  raceReaders,
  SHOPS,
  tailByTenant,
  tailByTime,
  written,
} from "./tailing.ts";

const SECONDS = 6;
const LOCK = 4711;

let db: LogDatabase;
beforeAll(async () => {
  db = await openTailedLog();
});
afterAll(() => db.close());

const clients: PoolClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.release(true);
});
const connect = async (role: "relay" | "cmd_writer"): Promise<PoolClient> => {
  const client = await db.as(role, 1).connect();
  clients.push(client);
  return client;
};

/** Rows of this tenant wait for a lock in the middle of their append, with their time already set. */
const holdRowsOf = (tenantId: string) =>
  db.query(
    `create function public.held() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end';
     create trigger held before insert on es.events for each row
       when (new.tenant_id = '${tenantId}') execute function public.held();`,
  );

const isHeld = async (): Promise<boolean> =>
  (await db.query("select from pg_locks where locktype = 'advisory' and not granted")).length > 0;

row(1, "a row held back while later ones commit is read after them", async (proof) => {
  const [held = tenant(1), later = tenant(2)] = SHOPS;
  const [byTenant, byTime] = [
    tailByTenant(await connect("relay")),
    tailByTime(await connect("relay")),
  ];
  const drain = (tail: typeof byTenant) => follow(tail, () => false);
  await Promise.all([drain(byTenant), drain(byTime)]);
  await holdRowsOf(held);
  const holder = await db.admin.connect();
  await holder.query("select pg_advisory_lock($1)", [LOCK]);

  const slow = db.append([written(held)]);
  await until("the row waits", isHeld, 1500);
  await delay(5); // The later event also has a later time.
  const [fast] = await db.append([written(later)]);
  const passed = nameOf({ tenantId: later, seq: fast?.lastSeq ?? 0 });
  const before = [await drain(byTenant), await drain(byTime)];
  expect(before.map((seen) => seen.includes(passed))).toEqual([true, true]);

  await holder.query("select pg_advisory_unlock($1)", [LOCK]);
  holder.release();
  const [late] = await slow;
  await db.query("drop function public.held() cascade");
  const name = nameOf({ tenantId: held, seq: late?.lastSeq ?? 0 });
  const isSkipped = (seen: readonly string[]): number => Number(!seen.includes(name));
  proof.figure("held rows skipped", isSkipped(await drain(byTenant)), { exactly: 0 });
  proof.control(
    "held rows skipped by one cursor over all tenants",
    isSkipped(await drain(byTime)),
    {
      exactly: 1,
    },
  );
});

row(1, "a reader of 16 slow writers misses none of their events", async (proof) => {
  const { seed, figure, control } = proof;
  const { events, lost, doubled, lostByTime } = await raceReaders(db, {
    seed,
    seconds: SECONDS,
    events: 0,
  });
  for (const shop of await Promise.all(SHOPS.map((id) => db.numbersOf(id)))) {
    expect(shop).toEqual(gapless(shop.events));
  }
  figure("events", events, { atLeast: 1000 });
  figure("events skipped", lost, { exactly: 0 });
  figure("events read twice", doubled, { exactly: 0 });
  control("events skipped by one cursor over all tenants", lostByTime, { atLeast: 1 });
});
