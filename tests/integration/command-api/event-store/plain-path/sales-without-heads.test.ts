import { afterAll, beforeAll, expect, test } from "vitest";

import { appendAny, type AppendCommand } from "#command-api/event-store/append.ts";
import { loadBatch } from "#command-api/event-store/load.ts";
import { CommandId, type StreamId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { adding, newStream, selling, voiding } from "#tests/kit/builders/append-commands.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

// A sale that was only recorded has no row among the heads. es.load answers what the row would say, no
// matter which function appended the sale. Rows of earlier builds stay valid.

const OURS = tenant(1);
const milo = newStream();

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  await db.append([adding(OURS, milo, 1000, { newTenant: true })]);
});
afterAll(() => db.close());

const headsOf = (sale: StreamId) =>
  db.query("select version, state from es.stream_heads where stream_id = $1", [sale]);

async function loadedHead(sale: StreamId): Promise<unknown> {
  const request = { tenantId: OURS, commandId: CommandId.parse(newId()), streams: [sale, milo] };
  const [loaded] = await loadBatch(db.as("cmd_writer", 1), [request]);
  const { stateText: _, ...head } = loaded?.heads[0] ?? {};
  return head;
}

const RECORDED = {
  version: 1,
  onHand: undefined,
  state: { status: "recorded" },
  streamType: "sale",
};
const VOIDED = { ...RECORDED, version: 2, state: { status: "voided" } };

const byPlainPath = async (command: AppendCommand) => (await db.append([command]))[0]?.outcome;
const byOther = async (command: AppendCommand) =>
  (await appendAny(db.as("cmd_writer", 1), [command]))[0]?.outcome;

async function sold(append: typeof byOther): Promise<StreamId> {
  const sale = newStream();
  expect(await append(selling(OURS, [[milo, 2]], { sale }))).toBe("ok");
  return sale;
}

test.each([
  ["the plain path", byPlainPath],
  ["es.append_any", byOther],
] as const)("a sale by %s has no head until it is voided", async (_, append) => {
  const sale = await sold(append);
  expect(await headsOf(sale)).toEqual([]);
  expect(await loadedHead(sale)).toEqual(RECORDED);
  expect(await byOther(voiding(OURS, sale, [[milo, 2]]))).toBe("ok");
  expect(await headsOf(sale)).toEqual([{ version: 2, state: { status: "voided" } }]);
  expect(await loadedHead(sale)).toEqual(VOIDED);
  expect(await byOther(voiding(OURS, sale, [[milo, 2]]))).toBe("version-conflict");
});

test("a second sale in the stream of a sale conflicts, by either way", async () => {
  const sale = await sold(byPlainPath);
  for (const append of [byPlainPath, byOther]) {
    expect(await append(selling(OURS, [[milo, 1]], { sale }))).toBe("version-conflict");
  }
});

test("a sale with a row of an earlier build is voided like any other", async () => {
  const sale = await sold(byPlainPath);
  await db.query(
    `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, state)
     values ($1, $2, 'sale', 1, '{"status":"recorded"}')`,
    [OURS, sale],
  );
  expect(await loadedHead(sale)).toEqual(RECORDED);
  expect(await byOther(voiding(OURS, sale, [[milo, 2]]))).toBe("ok");
  expect(await loadedHead(sale)).toEqual(VOIDED);
});

test("a sale whose first event says more than that it was recorded keeps its head", async () => {
  const command = selling(OURS, [[milo, 1]]);
  const events = command.events.map((event) => ({
    ...event,
    state: '{"status":"recorded","x":1}',
  }));
  expect(await byPlainPath({ ...command, events })).toBe("ok");
  expect(await headsOf(command.events[0]?.streamId ?? milo)).toEqual([
    { version: 1, state: { status: "recorded", x: 1 } },
  ]);
});

test("a sale and its void in one call have one row", async () => {
  const sale = newStream();
  const commands = [
    selling(OURS, [[milo, 2]], { sale }),
    voiding(OURS, sale, [[milo, 2]]),
    voiding(OURS, sale, [[milo, 2]]),
  ];
  const outcomes = await appendAny(db.as("cmd_writer", 1), commands);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "version-conflict"]);
  expect(await headsOf(sale)).toEqual([{ version: 2, state: { status: "voided" } }]);
});

test("an event without a snapshot leaves a sale recorded", async () => {
  const sale = await sold(byPlainPath);
  const command = voiding(OURS, sale, [[milo, 2]]);
  const events = command.events.map(({ state: _, ...event }) => event);
  expect(await byOther({ ...command, events })).toBe("ok");
  expect(await headsOf(sale)).toEqual([{ version: 2, state: { status: "recorded" } }]);
});

test("a voided sale whose row was lost is not voided again", async () => {
  const sale = await sold(byPlainPath);
  expect(await byOther(voiding(OURS, sale, [[milo, 2]]))).toBe("ok");
  const stock = await db.onHand(OURS, [milo]);
  await db.query("delete from es.stream_heads where stream_id = $1", [sale]);
  await expect(byOther(voiding(OURS, sale, [[milo, 2]]))).rejects.toThrow(/unique constraint/);
  expect(await db.onHand(OURS, [milo])).toEqual(stock);
});

const SALES = 200;
const READ = `
  select sum(pg_stat_get_xact_tuples_returned(i.indexrelid))::int as events
    from pg_inherits join pg_index i on i.indrelid = inhrelid where inhparent = 'es.events'::regclass`;

test("a plan that was made on an empty log does not read all sales for one", async () => {
  const empty = await openLogDatabase();
  const client = await empty.admin.connect();
  const read = async () => (await client.query<{ events: number }>(READ)).rows[0]?.events ?? 0;
  const eventsRead = async (work: () => Promise<unknown>): Promise<number> => {
    await client.query("begin");
    const before = await read();
    await work();
    const after = await read();
    await client.query("rollback");
    return after - before;
  };
  const load = (sale: StreamId) =>
    eventsRead(() =>
      loadBatch(client, [{ tenantId: OURS, commandId: CommandId.parse(newId()), streams: [sale] }]),
    );
  const undo = (sale: StreamId) =>
    eventsRead(() => appendAny(client, [voiding(OURS, sale, [[milo, 1]])]));
  try {
    await load(newStream());
    await undo(newStream());
    await empty.append([adding(OURS, milo, SALES, { newTenant: true })]);
    const sales = Array.from({ length: SALES }, newStream);
    const commands = sales.map((sale) => selling(OURS, [[milo, 1]], { sale }));
    for (let at = 0; at < SALES; at += 50) await empty.append(commands.slice(at, at + 50));
    expect(await load(sales[0] ?? milo)).toBe(1);
    expect(await undo(sales[0] ?? milo)).toBe(1);
    expect(await load(milo)).toBe(0);
  } finally {
    client.release();
    await empty.close();
  }
});
