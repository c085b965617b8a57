import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand, AppendOutcome, Assumed } from "#command-api/event-store/append.ts";
import { type StreamId, TenantId } from "#kernel/contract/ids.ts";
import { invariant } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import {
  adding,
  commandOf,
  newStream,
  renaming,
  selling,
} from "#tests/kit/builders/append-commands.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

// A flush of plain sales has many senders. When one of them remembers something old, or asks for what
// cannot be accepted, the others are appended and do not wait for it.

const SUSPENDED = 3;

let db: LogDatabase;
let ours: TenantId;
let others: TenantId;
let milo: StreamId;
let tea: StreamId;

beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

beforeEach(async () => {
  [ours, others] = [TenantId.parse(newId()), TenantId.parse(newId())];
  [milo, tea] = [newStream(), newStream()];
  await db.append([
    adding(ours, milo, 10, { newTenant: true }),
    adding(ours, tea, 3),
    adding(others, milo, 10, { newTenant: true }),
  ]);
});

/** The head as a process remembers it that loads it now. */
async function assumedNow(tenantId: TenantId, streamId: StreamId): Promise<Assumed> {
  const [head] = await db.query<Omit<Assumed, "streamId">>(
    `select version, sha256(convert_to(state::text, 'UTF8')) as "stateHash" from es.stream_heads
      where tenant_id = $1 and stream_id = $2`,
    [tenantId, streamId],
  );
  if (!head) throw new Error("no head");
  return { streamId, ...head };
}

async function sale(
  tenantId: TenantId,
  items: readonly (readonly [StreamId, number])[],
  over: Partial<AppendCommand> = {},
): Promise<AppendCommand> {
  const assumes = await Promise.all(items.map(([id]) => assumedNow(tenantId, id)));
  return { ...selling(tenantId, items), assumes, ...over };
}

const named = (outcomes: readonly AppendOutcome[]) => outcomes.map(({ outcome }) => outcome);

const append = async (commands: readonly AppendCommand[]) =>
  named(await appendBatch(db.as("cmd_writer", 1), commands));

test("a product that has changed sets aside only the sales that assume it", async () => {
  const flush = [
    await sale(ours, [[milo, 1]]),
    await sale(ours, [[tea, 1]]),
    selling(ours, [[milo, 1]]),
    await sale(others, [[milo, 1]]),
    await sale(ours, [
      [tea, 1],
      [milo, 1],
    ]),
  ];
  await db.append([renaming(ours, milo, 1)]);
  expect(await append(flush)).toEqual(["stale", "ok", "ok", "ok", "stale"]);
  expect(await db.onHand(ours, [milo, tea])).toEqual([9, 2]);
});

test("of two sales that remember different prices the older one is set aside", async () => {
  const old = await sale(ours, [[milo, 1]]);
  await db.append([renaming(ours, milo, 1)]);
  const flush = [await sale(ours, [[milo, 1]]), old, await sale(ours, [[tea, 1]])];
  expect(await append(flush)).toEqual(["ok", "stale", "ok"]);
});

test("a sale that asks for too much gives back what it had taken", async () => {
  const flush = [
    await sale(ours, [
      [milo, 8],
      [tea, 4],
    ]),
    await sale(ours, [
      [milo, 10],
      [tea, 3],
    ]),
    await sale(others, [[milo, 1]]),
  ];
  expect(await append(flush)).toEqual(["stale", "ok", "ok"]);
  expect(await db.onHand(ours, [milo, tea])).toEqual([0, 0]);
});

test("a key that was used sets aside only its own sale", async () => {
  const first = await sale(ours, [[milo, 1]]);
  expect(await append([first])).toEqual(["ok"]);
  const again = await sale(ours, [[milo, 1]], { commandId: first.commandId });
  expect(await append([await sale(ours, [[tea, 1]]), again])).toEqual(["ok", "stale"]);
});

test("a suspended shop sets aside only its own sales", async () => {
  const flush = [await sale(ours, [[milo, 1]]), await sale(others, [[milo, 1]])];
  await db.append([commandOf(ours, [], { setStatus: SUSPENDED, platform: true })]);
  expect(await append(flush)).toEqual(["stale", "ok"]);
});

test("a refusal of a sale that assumes nothing is given at once, with the reason", async () => {
  const flush = [
    selling(ours, [[tea, 4]]),
    await sale(others, [[milo, 1]]),
    selling(ours, [[tea, 3]]),
  ];
  expect(await append(flush)).toEqual(["insufficient-stock", "stale", "ok"]);
});

test("a settings stream that did not exist when it was read is compared, too", async () => {
  const settings = newStream();
  const assumes = [{ streamId: settings, version: 0, stateHash: undefined }];
  const command = await sale(ours, [[milo, 1]]);
  expect(await append([{ ...command, assumes }])).toEqual(["ok"]);
  await db.append([adding(ours, settings, 1)]);
  expect(await append([{ ...(await sale(ours, [[milo, 1]])), assumes }])).toEqual(["stale"]);
});

test("builds of before call the plain path without anything that is remembered", async () => {
  const types = (
    "text text smallint text uuid[] int[] uuid[] bytea[] uuid[] text[] uuid[] bigint[] text[] int[] int[] " +
    "bigint[] int[] uuid[] int[] int[] int[] int[] text[]"
  ).split(" ");
  const call = (amount: number) => {
    const { commandId, requestHash, actorId, meta, events } = selling(ours, [[milo, amount]]);
    const [event] = events;
    invariant(event !== undefined, "no event");
    const { streamId, streamType, type, schemaV, state, occurredMs, data } = event;
    const hash = `\\x${requestHash.toString("hex")}`;
    const ofAll = [streamType, type, schemaV, state, [ours]];
    const ofCommand = [[1], [commandId], [hash], [actorId], [meta]];
    const ofEvent = [[streamId], [occurredMs], [data], [1], [0], [0]];
    const ofStock = [[1], [milo], [1], [-amount], [0], [], []];
    const values = [ofAll, ofCommand, ofEvent, ofStock].flat();
    const places = types.map((name, index) => `$${index + 1}::${name}`).join();
    return db.as("cmd_writer", 1).query(`select effects from es.append_plain(${places})`, values);
  };
  expect((await call(4)).rows).toEqual([{ effects: `[{"stock":[["${milo}",-4,6]]}]` }]);
  expect((await call(7)).rows).toEqual([]);
  expect(await db.onHand(ours, [milo])).toEqual([6]);
});
