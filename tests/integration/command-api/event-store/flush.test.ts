import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AppendCommand, Outcome } from "#command-api/event-store/append.ts";
import { createGroupCommit } from "#command-api/event-store/group-commit.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import {
  adding,
  adjusting,
  commandOf,
  counting,
  newStream,
  OTHER_REQUEST,
  renaming,
  selling,
} from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const SHOPS = [tenant(1), tenant(2), tenant(3)];
const [OURS = tenant(1)] = SHOPS;
const SUSPENDED = tenant(9);
const milo = streamId(1);

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  // The same product ids in every tenant: only the tenant distinguishes them.
  await db.append(
    [...SHOPS, SUSPENDED].map((id) => adding(id, milo, 1_000_000, { newTenant: true })),
  );
  await db.append([commandOf(SUSPENDED, [], { setStatus: 3, platform: true })]);
});
afterAll(() => db.close());

/** 63 sales over the tenants, and one other command among them. */
const amongSales = (other: AppendCommand): AppendCommand[] => {
  const sales = Array.from({ length: 63 }, (_, index) =>
    selling(SHOPS[index % 3] ?? OURS, [[milo, 1]]),
  );
  return [...sales.slice(0, 31), other, ...sales.slice(31)];
};
const eventsOf = async (): Promise<number> => {
  const numbers = await Promise.all(SHOPS.map((id) => db.numbersOf(id)));
  for (const one of numbers) expect(one).toEqual(gapless(one.events));
  return numbers.reduce((sum, one) => sum + one.events, 0);
};

type Refused = readonly [Outcome, detail: string | undefined, () => AppendCommand];
const used = CommandId.parse("018f0d00-0000-7000-8000-0000000000aa");
const unknown = streamId(404);
const limited = { name: "products", delta: 1, max: 0 };
const [EVENT] = adding(OURS, newStream(), 1).events;

const REFUSED: readonly Refused[] = [
  ["unknown-tenant", undefined, () => selling(tenant(404), [[milo, 1]])],
  ["tenant-suspended", undefined, () => selling(SUSPENDED, [[milo, 1]])],
  [
    "key-reused",
    undefined,
    () => selling(OURS, [[milo, 1]], { commandId: used, requestHash: OTHER_REQUEST }),
  ],
  ["version-conflict", milo, () => renaming(OURS, milo, 0)],
  ["version-conflict", milo, () => renaming(OURS, milo, 7)],
  [
    "unknown-product",
    unknown,
    () =>
      selling(OURS, [
        [milo, 1],
        [unknown, 1],
      ]),
  ],
  ["unknown-product", unknown, () => adjusting(OURS, unknown, 5)],
  ["stock-changed", milo, () => counting(OURS, milo, 5, { version: 1, expectedOnHand: 3 })],
  ["insufficient-stock", milo, () => selling(OURS, [[milo, 1_000_001]])],
  ["stock-too-large", milo, () => adjusting(OURS, milo, 2_147_483_647)],
  [
    "counter-limit",
    "products",
    () =>
      commandOf(
        OURS,
        EVENT ? [{ ...EVENT, streamId: newStream(), stock: [], counters: [limited] }] : [],
      ),
  ],
];

describe("a refused command in a flush of 64", () => {
  beforeAll(() => db.append([selling(OURS, [[milo, 1]], { commandId: used })]));

  test.each(REFUSED)("as %s does not affect the other 63", async (outcome, detail, make) => {
    const before = await eventsOf();
    const results = await db.append(amongSales(make()));
    expect(results[31]).toMatchObject({ outcome, detail });
    expect(results.filter((one) => one.outcome === "ok")).toHaveLength(63);
    expect(await eventsOf()).toBe(before + 63);
  });
});

describe("a command that raises in a flush of 64", () => {
  const [event] = selling(OURS, [[milo, 1]]).events;
  if (!event) throw new Error("no event");
  const raising: readonly (readonly [string, AppendCommand])[] = [
    ["broken JSON", commandOf(OURS, [{ ...event, data: '{"a":' }])],
    ["a NUL", commandOf(OURS, [{ ...event, data: '"a\u0000b"' }])],
    ["broken meta", commandOf(OURS, [event], { meta: "{" })],
    ["a snapshot without a version", commandOf(OURS, [{ ...event, expected: -1 }])],
  ];

  test.each(raising)(
    "with %s leaves the other 63 accepted, and is the only one to fail",
    async (_what, bad) => {
      const append = createGroupCommit({ db: db.as("cmd_writer") });
      const before = await eventsOf();
      const settled = await Promise.allSettled(amongSales(bad).map((command) => append(command)));
      const failed = settled.flatMap((one, index) => (one.status === "rejected" ? [index] : []));
      expect(failed).toEqual([31]);
      const results = settled.flatMap((one) =>
        one.status === "fulfilled" ? [one.value.outcome] : [],
      );
      expect(results).toEqual(Array.from({ length: 63 }, () => "ok"));
      expect(await eventsOf()).toBe(before + 63);
    },
  );
});

describe("two edits of one product in one flush", () => {
  test("decided on the same version: one wins", async () => {
    const tea = newStream();
    await db.append(SHOPS.map((id) => adding(id, tea, 5)));
    const results = await db.append(
      SHOPS.flatMap((id) => [renaming(id, tea, 1, "A"), renaming(id, tea, 1, "B")]),
    );
    expect(results.map((one) => one.outcome)).toEqual(
      SHOPS.flatMap(() => ["ok", "version-conflict"]),
    );
    const [{ name, version } = {}] = await db.query(
      "select state->>'name' as name, version from es.stream_heads where tenant_id = $1 and stream_id = $2",
      [OURS, tea],
    );
    expect({ name, version }).toEqual({ name: "A", version: 2 });
  });

  test("decided one after the other: both win", async () => {
    const tea = newStream();
    const results = await db.append([
      adding(OURS, tea, 5),
      renaming(OURS, tea, 1),
      renaming(OURS, tea, 2),
    ]);
    expect(results.map((one) => one.outcome)).toEqual(["ok", "ok", "ok"]);
  });

  test("of which the first is refused half way do not affect the second", async () => {
    const tea = newStream();
    await db.append([adding(OURS, tea, 5)]);
    const [rename] = renaming(OURS, tea, 1, "A").events;
    const [count] = counting(OURS, tea, 9, { version: 2, expectedOnHand: 4 }).events;
    if (!rename || !count) throw new Error("no event");
    const half = commandOf(OURS, [rename, count]);
    const results = await db.append([half, renaming(OURS, tea, 1, "B"), half]);
    expect(results.map((one) => one.outcome)).toEqual(["stock-changed", "ok", "version-conflict"]);
  });

  test("that only move its stock never conflict", async () => {
    const tea = newStream();
    await db.append([adding(OURS, tea, 5)]);
    const results = await db.append([
      adjusting(OURS, tea, 3),
      adjusting(OURS, tea, -2),
      renaming(OURS, tea, 3),
    ]);
    expect(results.map((one) => one.outcome)).toEqual(["ok", "ok", "ok"]);
    expect(await db.onHand(OURS, [tea])).toEqual([6]);
  });
});

test("several events of one command on one stream are numbered, and the last snapshot is kept", async () => {
  const tea = newStream();
  const [first] = adding(OURS, tea, 5).events;
  const [second] = renaming(OURS, tea, 1).events;
  const [third] = counting(OURS, tea, 9, { version: 2 }).events;
  if (!first || !second || !third) throw new Error("no event");
  const [results] = await db.append([commandOf(OURS, [first, second, third])]);
  expect(results?.outcome).toBe("ok");
  expect(JSON.parse(results?.effects ?? "")).toEqual([
    { stock: [[tea, 5, 5]], counters: [["products", expect.any(Number)]] },
    null,
    { stock: [[tea, 4, 9]] },
  ]);
  const rows = await db.query(
    `select stream_version as v, command_ix as ix from es.events
      where tenant_id = $1 and stream_id = $2 order by seq`,
    [OURS, tea],
  );
  expect(rows).toEqual([
    { v: 1, ix: 0 },
    { v: 2, ix: 1 },
    { v: 3, ix: 2 },
  ]);
});

test("a command without events is remembered and moves no sequence number", async () => {
  const before = await db.numbersOf(OURS);
  const nothing = commandOf(OURS, []);
  const [results] = await db.append([nothing]);
  expect(results).toMatchObject({
    outcome: "ok",
    firstSeq: before.head + 1,
    lastSeq: before.head,
    effects: "[]",
  });
  expect(await db.append([nothing])).toMatchObject([
    { outcome: "duplicate", firstSeq: before.head + 1 },
  ]);
  expect(await db.numbersOf(OURS)).toEqual(before);
});
