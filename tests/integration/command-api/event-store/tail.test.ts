import { setTimeout as delay } from "node:timers/promises";

import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { appendBatch, type AppendCommand } from "#command-api/event-store/append.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { readLog } from "#projector/read-log.ts";
import { adding, commandOf, newStream } from "#tests/kit/builders/append-commands.ts";
import { productId, streamId } from "#tests/kit/builders/fixed-ids.ts";
import { createRandom, type Random, shuffled } from "#tests/kit/builders/random.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const WRITERS = 16;
const EVENTS = 50_000;
const EVENTS_A_COMMAND = 4;
const COMMANDS_A_FLUSH = 16;
const SHOPS = Array.from({ length: 24 }, (_, index) => tenant(index + 1));

let db: LogDatabase;
let reader: Pool;
beforeAll(async () => {
  db = await openLogDatabase();
  reader = db.as("relay");
  await db.append(SHOPS.map((id) => adding(id, streamId(1), 0, { newTenant: true })));
  // For the control only, which would otherwise read the whole table each time.
  await db.query("create index events_by_time on es.events (recorded_ms, tenant_id, seq)");
});
afterAll(() => db.close());

const clients: PoolClient[] = [];
const connect = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect();
  clients.push(client);
  return client;
};
afterEach(() => {
  for (const client of clients.splice(0)) client.release(true);
});

const DATA = JSON.stringify({ productId: productId(1) });

/** Several events on a new stream. */
const written = (tenantId: TenantId): AppendCommand => {
  const stream = newStream();
  const events = Array.from({ length: EVENTS_A_COMMAND }, (_, expected) => ({
    streamId: stream,
    streamType: "product",
    expected,
    type: "ProductArchived",
    schemaV: 1,
    occurredMs: 1,
    data: DATA,
  }));
  return commandOf(tenantId, events);
};

/** One slow transaction over several tenants, held open for a moment before it commits. */
async function flushHeld(client: PoolClient, random: Random): Promise<void> {
  const shops = shuffled(SHOPS, random).slice(0, 1 + Math.floor(random() * 3));
  const flush = Array.from({ length: COMMANDS_A_FLUSH }, (_, index) =>
    written(shops[index % shops.length] ?? tenant(1)),
  );
  await client.query("begin");
  const results = await appendBatch(client, flush);
  if (results.some(({ outcome }) => outcome !== "ok")) throw new Error("a write was refused");
  await delay(random() * 5);
  await client.query("commit");
}

type SeenRow = Readonly<{ tenantId: string; seq: number }>;
type Tail = () => Promise<readonly SeenRow[]>;

/** The product's own way: a cursor per tenant. */
function tailByTenant(client: PoolClient): Tail {
  const cursors = new Map<TenantId, Map<string, number>>(
    SHOPS.map((id) => [id, new Map([["tail", 0]])]),
  );
  return async () => {
    const events = await readLog(client, cursors, 2000);
    for (const { tenantId, seq } of events) cursors.get(tenantId)?.set("tail", seq);
    return events;
  };
}

/** The simpler way: one cursor over all tenants, by recording time. */
function tailByTime(client: PoolClient): Tail {
  let after: readonly [number, string, number] = [0, SHOPS[0] ?? "", 0];
  return async () => {
    const { rows } = await client.query<{ tenantId: string; seq: number; ms: number }>(
      `select tenant_id as "tenantId", seq, recorded_ms as ms from es.events
        where (recorded_ms, tenant_id, seq) > ($1::bigint, $2::uuid, $3::bigint)
        order by recorded_ms, tenant_id, seq limit 2000`,
      [...after],
    );
    const last = rows.at(-1);
    if (last) after = [last.ms, last.tenantId, last.seq];
    return rows;
  };
}

const name = ({ tenantId, seq }: SeenRow): string => `${tenantId}/${seq}`;

/** Reads until the writers are done and nothing is left. Returns the events in order. */
async function follow(tail: Tail, isWriting: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const wasWriting = isWriting();
    const events = await tail();
    for (const event of events) seen.push(name(event));
    if (events.length === 0 && !wasWriting) return seen;
    if (events.length === 0) await delay(1);
  }
}

const lostBy = async (seen: readonly string[]): Promise<number> => {
  const known = new Set(seen);
  const rows = await db.query<SeenRow>(`select tenant_id as "tenantId", seq::int from es.events`);
  return rows.filter((row) => !known.has(name(row))).length;
};

describe("a reader that tails the log", () => {
  test("finds events committed after later ones, and a reader by time never does", async () => {
    const [held = tenant(1), later = tenant(2)] = SHOPS;
    const [one, other] = [await connect(reader), await connect(reader)];
    const writer = await connect(db.as("cmd_writer", 1));
    const [byTenant, byTime] = [tailByTenant(one), tailByTime(other)];
    const drain = (tail: Tail) => follow(tail, () => false);
    await drain(byTenant);
    await drain(byTime);

    await writer.query("begin");
    const [slow] = await appendBatch(writer, [written(held)]);
    await untilAfter(slow?.recordedMs ?? 0);
    const [fast] = await db.append([written(later)]);
    const passed = { tenantId: later, seq: fast?.lastSeq ?? 0 };
    expect(await drain(byTenant)).toContain(name(passed));
    expect(await drain(byTime)).toContain(name(passed));
    await writer.query("commit");
    const late = name({ tenantId: held, seq: slow?.lastSeq ?? 0 });
    expect(await drain(byTenant)).toContain(late);
    expect(await drain(byTime)).not.toContain(late);
  });

  test("misses none of 50,000 events of 16 writers, and a single cursor by time misses some", async () => {
    const seed = Date.now();
    const random = createRandom(seed);
    const pool = db.as("cmd_writer", WRITERS);
    let left = EVENTS;
    let writing = WRITERS;
    const writers = Array.from({ length: WRITERS }, async () => {
      const client = await connect(pool);
      while (left > 0) {
        left -= COMMANDS_A_FLUSH * EVENTS_A_COMMAND;
        await flushHeld(client, random);
      }
      writing -= 1;
    });
    const [one, other] = [await connect(reader), await connect(reader)];
    const isWriting = () => writing > 0;
    const [byTenant, byTime] = await Promise.all([
      follow(tailByTenant(one), isWriting),
      follow(tailByTime(other), isWriting),
      ...writers,
    ]);

    const numbers = await Promise.all(SHOPS.map((id) => db.numbersOf(id)));
    for (const shop of numbers) expect(shop).toEqual(gapless(shop.events));
    const events = numbers.reduce((sum, shop) => sum + shop.events, 0);
    expect(events).toBeGreaterThanOrEqual(EVENTS);
    expect(byTenant).toHaveLength(events);
    expect(new Set(byTenant).size).toBe(events);
    expect(await lostBy(byTenant), `seed ${seed}`).toBe(0);
    expect(await lostBy(byTime), `the control loses none: seed ${seed}`).toBeGreaterThan(0);
  });
});

/** Until the database's clock has passed a moment. */
async function untilAfter(ms: number): Promise<void> {
  let now = 0;
  while (now <= ms) {
    const [row] = await db.query<{ now: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
    );
    now = Math.floor(row?.now ?? 0);
  }
}
