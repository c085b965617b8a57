import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import { loadBatch } from "#command-api/event-store/load.ts";
import { createReadEvents } from "#command-api/event-store/read-events.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { singleReader, verifyLog } from "#kernel/verify/verify-log.ts";
import {
  adding,
  commandOf,
  counting,
  renaming,
  selling,
} from "#tests/kit/builders/append-commands.ts";
import { commandId, streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const [milo, sale] = [streamId(1), streamId(2)];

let db: LogDatabase;
let writer: Pool;
beforeAll(async () => {
  db = await openLogDatabase();
  writer = db.as("cmd_writer");
});
afterAll(() => db.close());

/** The same streams, keys and numbers in both tenants. Only the contents differ. */
const story = (tenantId: TenantId, name: string): AppendCommand[] =>
  [
    adding(tenantId, milo, 10, { newTenant: true }),
    renaming(tenantId, milo, 1, name),
    selling(tenantId, [[milo, name.length]], { sale }),
  ].map((command, index) => ({ ...command, commandId: commandId(index + 1) }));

async function everythingOf(tenantId: TenantId): Promise<string> {
  const rows = [];
  for (const table of ["tenant_heads", "stream_heads", "events", "commands", "counters"]) {
    rows.push(
      await db.query(`select * from es.${table} t where tenant_id = $1 order by t::text`, [
        tenantId,
      ]),
    );
  }
  return JSON.stringify(rows);
}

describe("two tenants with equal streams, keys and numbers", () => {
  test("do not mix: in one flush each has its own events, stock, snapshot, receipt and keys", async () => {
    const [one, two] = [story(OURS, "own"), story(OTHERS, "foreign")];
    const flush = one.flatMap((command, index) => [command, two[index] ?? command]);
    const results = await db.append(flush);
    expect(results.map(({ outcome, lastSeq }) => `${outcome} ${lastSeq}`)).toEqual([
      "ok 1",
      "ok 1",
      "ok 2",
      "ok 2",
      "ok 3",
      "ok 3",
    ]);
    expect(await db.onHand(OURS, [milo])).toEqual([7]);
    expect(await db.onHand(OTHERS, [milo])).toEqual([3]);
    for (const id of [OURS, OTHERS]) expect(await db.numbersOf(id)).toEqual(gapless(3));
    const [ours, others] = [await everythingOf(OURS), await everythingOf(OTHERS)];
    expect(ours).not.toContain("foreign");
    expect(others).not.toContain('"own"');
  });

  test("are loaded and read separately", async () => {
    const key = commandId(9);
    const streams = [milo, sale];
    const [ours, others] = await loadBatch(writer, [
      { tenantId: OURS, commandId: key, streams },
      { tenantId: OTHERS, commandId: commandId(2), streams },
    ]);
    expect(ours).toMatchObject({
      before: undefined,
      heads: [{ onHand: 7, state: { name: "own" } }, { version: 1 }],
    });
    expect(others).toMatchObject({
      before: { firstSeq: 2 },
      heads: [{ onHand: 3, state: { name: "foreign" } }, {}],
    });
    const theirs = commandId(77);
    await db.append([{ ...adding(OURS, streamId(77), 1), commandId: theirs }]);
    const [foreignKey] = await loadBatch(writer, [
      { tenantId: OTHERS, commandId: theirs, streams: [] },
    ]);
    expect(foreignKey).toEqual({ tenantStatus: 1, before: undefined, heads: [] });
    const read = createReadEvents(writer);
    const [own] = await read.between(OURS, 2, 2);
    const foreign = await read.ofStream(OTHERS, milo, 2);
    expect([own?.data, foreign?.data].map((data) => data?.match(/"to":"(\w+)"/)?.[1])).toEqual([
      "own",
      "foreign",
    ]);
    expect(await read.between(tenant(404), 1, 9)).toEqual([]);
  });

  test("are independent: commands of one leave the other's rows unchanged, to the byte", async () => {
    const before = await everythingOf(OTHERS);
    await db.append([
      renaming(OURS, milo, 2, "renamed"),
      counting(OURS, milo, 99, { version: 3 }),
      selling(OURS, [[milo, 1]]),
      commandOf(OURS, [], { setStatus: 3, platform: true }),
      selling(OURS, [[milo, 1]]),
    ]);
    await db.append([commandOf(OURS, [], { setStatus: 1, platform: true })]);
    expect(await everythingOf(OTHERS)).toBe(before);
    for (const id of [OURS, OTHERS]) {
      expect((await verifyLog(singleReader(db.as("auditor_ro", 1)), id)).found).toEqual([]);
    }
  });
});

describe("a command on two logs", () => {
  const event = (tenantId: TenantId, stream: number, expected = 0) => {
    const [added] = adding(tenantId, streamId(stream), 1).events;
    if (!added) throw new Error("no event");
    return { ...added, tenantId, expected };
  };

  test("writes both, each with its own numbers, in one transaction", async () => {
    const before = [await db.numbersOf(OURS), await db.numbersOf(OTHERS)];
    const [results] = await db.append([
      commandOf(OURS, [event(OURS, 20), event(OTHERS, 20), event(OURS, 21)]),
    ]);
    expect(results).toMatchObject({
      outcome: "ok",
      firstSeq: (before[0]?.head ?? 0) + 1,
      lastSeq: (before[0]?.head ?? 0) + 2,
    });
    expect(await db.numbersOf(OURS)).toEqual(gapless((before[0]?.events ?? 0) + 2));
    expect(await db.numbersOf(OTHERS)).toEqual(gapless((before[1]?.events ?? 0) + 1));
  });

  test("that one of them refuses writes neither", async () => {
    const before = [await everythingOf(OURS), await everythingOf(OTHERS)];
    const refused = [
      commandOf(OURS, [event(OURS, 30), event(OTHERS, 20)]),
      commandOf(OURS, [event(OURS, 31), event(tenant(404), 31)]),
    ];
    const results = await db.append(refused);
    expect(results.map(({ outcome }) => outcome)).toEqual(["version-conflict", "unknown-tenant"]);
    expect([await everythingOf(OURS), await everythingOf(OTHERS)]).toEqual(before);
  });

  test("from both sides at once never deadlocks", async () => {
    let next = 100;
    const both = (own: TenantId, other: TenantId) => {
      next += 1;
      return commandOf(own, [event(own, next), event(other, next)]);
    };
    const pools = [db.as("cmd_writer", 2), db.as("cmd_writer", 2)];
    const flushes = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? both(OURS, OTHERS) : both(OTHERS, OURS),
    );
    const results = await Promise.all(
      flushes.map((command, index) => appendBatch(pools[index % 2] ?? writer, [command])),
    );
    expect(new Set(results.flat().map(({ outcome }) => outcome))).toEqual(new Set(["ok"]));
    for (const id of [OURS, OTHERS]) {
      const numbers = await db.numbersOf(id);
      expect(numbers).toEqual(gapless(numbers.events));
    }
  });
});

test("a tenant is created by its first command, once", async () => {
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => db.append([adding(tenant(50), milo, 1, { newTenant: true })])),
  );
  const results = opened.flat().map(({ outcome }) => outcome);
  expect(results.toSorted()).toEqual([
    "ok",
    ...Array.from({ length: 5 }, () => "version-conflict"),
  ]);
  expect(await db.numbersOf(tenant(50))).toEqual(gapless(1));
});
