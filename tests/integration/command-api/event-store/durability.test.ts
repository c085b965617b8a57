import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import { adding, adjusting, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);
const SALES = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  await db.append([OURS, OTHERS].map((id) => adding(id, milo, 1_000_000, { newTenant: true })));
});
afterAll(() => db.close());

/** How often this connection's backend has flushed the write-ahead log. */
async function syncs(client: PoolClient): Promise<number> {
  await client.query("select pg_stat_force_next_flush()");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const [row] = await db.query<{ own: number }>(
    `select coalesce(sum(fsyncs), 0)::int as own
       from pg_stat_get_backend_io($1) where object = 'wal'`,
    [rows[0]?.pid],
  );
  if (!row) throw new Error("no statistics");
  return row.own;
}

async function syncsDuringSales(client: PoolClient): Promise<number> {
  const before = await syncs(client);
  for (let sale = 0; sale < SALES; sale++) await appendBatch(client, [selling(OURS, [[milo, 1]])]);
  return (await syncs(client)) - before;
}

describe("an acknowledged sale", () => {
  test("is on disk: sales one after the other flush the log each time", async () => {
    const client = await db.as("cmd_writer", 1).connect();
    const own = await syncsDuringSales(client);
    client.release();
    // A commit of another suite or the server's own writer may flush some of ours, but not most.
    expect(own).toBeGreaterThan(SALES / 2);
  });

  test("would not be on disk with synchronous_commit off (control)", async () => {
    const client = await db.as("cmd_writer", 1).connect();
    await client.query("set synchronous_commit = off");
    const own = await syncsDuringSales(client);
    client.release(true);
    expect(own).toBeLessThan(SALES / 10);
  });
});

describe("a key", () => {
  test("sent again on the sixth day gets the first answer; after a week it is a new key", async () => {
    const pool = db.as("cmd_writer", 1);
    const at = async (daysLater: number): Promise<void> => {
      const before = Date.now() + daysLater * DAY_MS - 7 * DAY_MS;
      await pool.query("select es.forget_commands($1)", [before]);
    };
    const commands = [OURS, OTHERS].map((id) => adjusting(id, milo, 1));
    const [first] = await db.append(commands);
    await at(6);
    const again = await db.append(commands);
    expect(again.map(({ outcome }) => outcome)).toEqual(["duplicate", "duplicate"]);
    expect(again[0]).toMatchObject({ firstSeq: first?.firstSeq, lastSeq: first?.lastSeq });
    await at(7.001);
    expect(await db.query("select count(*)::int as kept from es.commands")).toEqual([{ kept: 0 }]);
    // The events remain.
    expect((await db.numbersOf(OURS)).events).toBeGreaterThan(2 * SALES);
  });
});

describe("the order of the log", () => {
  test("is kept when the clock is set back", async () => {
    const [row] = await db.query<{ last: number }>(
      "update es.tenant_heads set last_ms = last_ms + 3600000 where tenant_id = $1 returning last_ms as last",
      [OURS],
    );
    const [ahead, other] = await db.append([
      selling(OURS, [[milo, 1]]),
      selling(OTHERS, [[milo, 1]]),
    ]);
    expect(ahead?.recordedMs).toBe(row?.last);
    expect(other?.recordedMs).toBeLessThan(row?.last ?? 0);
    const stored = await db.query(
      "select recorded_ms as last from es.events where tenant_id = $1 and seq = $2",
      [OURS, ahead?.lastSeq],
    );
    expect(stored).toEqual([row]);
    const [turned] = await db.query(
      `select count(*)::int as turned from (
         select recorded_ms < lag(recorded_ms) over (partition by tenant_id order by seq) as back from es.events) t
        where back`,
    );
    expect(turned).toEqual({ turned: 0 });
  });
});
