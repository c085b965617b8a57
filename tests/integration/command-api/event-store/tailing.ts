import { setTimeout as delay } from "node:timers/promises";

import type { PoolClient } from "pg";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { readLog } from "#projector/read-log.ts";
import { adding, commandOf, newStream } from "#tests/kit/builders/append-commands.ts";
import { productId, streamId } from "#tests/kit/builders/fixed-ids.ts";
import { createRandom, type Random, shuffled } from "#tests/kit/builders/random.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const WRITERS = 16;
const EVENTS_A_COMMAND = 4;
const COMMANDS_A_FLUSH = 16;
const LONGEST_HOLD_MS = 5;
export const SHOPS = Array.from({ length: 24 }, (_, index) => tenant(index + 1));

/** A log with shops, for writers that hold their transactions and readers that follow them. */
export async function openTailedLog(): Promise<LogDatabase> {
  const db = await openLogDatabase();
  await db.append(SHOPS.map((id) => adding(id, streamId(1), 0, { newTenant: true })));
  // For the control only, which would otherwise read the whole table each time.
  await db.query("create index events_by_time on es.events (recorded_ms, tenant_id, seq)");
  return db;
}

const DATA = JSON.stringify({ productId: productId(1) });

/** Several events on a new stream. */
export const written = (tenantId: TenantId): AppendCommand => {
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
  await delay(random() * LONGEST_HOLD_MS);
  await client.query("commit");
}

type SeenRow = Readonly<{ tenantId: string; seq: number }>;
type Tail = () => Promise<readonly SeenRow[]>;

/** The product's own way: a cursor per tenant. */
export function tailByTenant(client: PoolClient): Tail {
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
export function tailByTime(client: PoolClient): Tail {
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

export const nameOf = ({ tenantId, seq }: SeenRow): string => `${tenantId}/${seq}`;

/** Reads until the writers are done and nothing is left. Returns the events in order. */
export async function follow(tail: Tail, isWriting: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const wasWriting = isWriting();
    const events = await tail();
    for (const event of events) seen.push(nameOf(event));
    if (events.length === 0 && !wasWriting) return seen;
    if (events.length === 0) await delay(1);
  }
}

type Race = Readonly<{ seed: number; seconds: number; events: number }>;

/** 16 writers and both readers, until there was as much time and there are as many events. */
export async function raceReaders(db: LogDatabase, { seed, seconds, events: most }: Race) {
  const random = createRandom(seed);
  const [writers, readers] = [db.as("cmd_writer", WRITERS), db.as("relay", 2)];
  const end = performance.now() + seconds * 1000;
  let left = most;
  let writing = WRITERS;
  const write = async (): Promise<void> => {
    const client = await writers.connect();
    while (left > 0 || performance.now() < end) {
      left -= COMMANDS_A_FLUSH * EVENTS_A_COMMAND;
      await flushHeld(client, random);
    }
    client.release();
    writing -= 1;
  };
  const [one, other] = [await readers.connect(), await readers.connect()];
  const isWriting = () => writing > 0;
  const [byTenant, byTime] = await Promise.all([
    follow(tailByTenant(one), isWriting),
    follow(tailByTime(other), isWriting),
    ...Array.from({ length: WRITERS }, write),
  ]);
  for (const client of [one, other]) client.release();

  const rows = await db.query<SeenRow>(`select tenant_id as "tenantId", seq::int from es.events`);
  const lostBy = (seen: readonly string[]): number => {
    const known = new Set(seen);
    return rows.filter((row) => !known.has(nameOf(row))).length;
  };
  return {
    events: rows.length,
    lost: lostBy(byTenant),
    doubled: byTenant.length - new Set(byTenant).size,
    lostByTime: lostBy(byTime),
  };
}
