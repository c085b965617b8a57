import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { TOLERANCE_MS } from "#command-api/till/entries/believed-time.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { auditorSettings } from "#standalone/operator/audit/open-log.ts";
import { verifyDatabase } from "#standalone/operator/audit/verify-database.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import { type ModelTill, statesOf } from "#tests/kit/till/model-till.ts";

import { addProduct, entryEvents, openEntriesApi, openTill } from "./entries-api.ts";
import { openTenant, type TestTenant } from "./tills.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

let apis: Apis;
let app: HttpApp;
let nowMs: number;
let shop: TestTenant;
let till: ModelTill;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
  app = await openEntriesApi(apis, { clock: () => nowMs });
});
afterAll(async () => {
  await app.close();
  await apis.close();
});
beforeEach(async () => {
  nowMs = Date.now();
  shop = await openTenant(apis);
  till = await openTill(app, shop);
  milo = await addProduct(shop, 100);
});

type CallRow = {
  contact_ms: number;
  told_seq: number;
  received_seq: number;
  believed_ms: number | null;
};

const callOf = async (of: ModelTill = till): Promise<CallRow | undefined> => {
  const [row] = await apis.query<CallRow>(
    `select contact_ms, told_seq::int, received_seq::int, believed_ms from ops.tills
      where tenant_id = $1 and till = $2`,
    [of.tenantId, of.till],
  );
  return row;
};

const count = (to: number, at: number) => till.entry("count", { product: milo, to }, { at });

describe("a call of a till", () => {
  test("TILL-36: is noted with the last entry that it has made and that arrived", async () => {
    const other = await openTenant(apis);
    const theirs = await openTill(app, other);
    expect(await callOf()).toBeUndefined();
    await till.deliver([], { told_seq: 4 });
    const first = { contact_ms: nowMs, told_seq: 4, received_seq: 0, believed_ms: null };
    expect(await callOf()).toEqual(first);
    expect(await callOf(theirs)).toBeUndefined();
    expect(await shop.list()).toMatchObject([{ missing_entries: 4 }]);

    nowMs += 9 * SECOND;
    await till.deliver([], { told_seq: 4 });
    expect(await callOf()).toEqual(first);
    nowMs += SECOND;
    await till.deliver([], { told_seq: 4 });
    expect(await callOf()).toEqual({ ...first, contact_ms: nowMs });

    nowMs += SECOND;
    await till.deliver([], { told_seq: 5 });
    expect(await callOf()).toEqual({ ...first, contact_ms: nowMs, told_seq: 5 });
    nowMs += SECOND;
    const entry = count(3, nowMs);
    await till.deliver([entry], { told_seq: 5 });
    const after = { contact_ms: nowMs, told_seq: 5, received_seq: 1, believed_ms: entry.at };
    expect(await callOf()).toEqual(after);
    // An old request that arrives late does not set the numbers back.
    await till.deliver([entry], { told_seq: 1 });
    expect(await callOf()).toEqual(after);
    expect(await shop.list()).toMatchObject([{ missing_entries: 4 }]);
  });
});

const timesOf = async (): Promise<unknown[]> =>
  (await entryEvents(apis, shop)).map(({ occurred_ms: at, meta }) => [
    at,
    meta["claimedMs"],
    meta["flags"],
  ]);

describe("the time of an entry", () => {
  test("TILL-37: is the till's from its last call to now; else that of the entry before, and marked", async () => {
    await till.deliver([]);
    const callMs = nowMs;
    nowMs += 8 * HOUR;
    const [sold, ahead, behind, last] = [
      callMs + HOUR,
      nowMs + TOLERANCE_MS + 1,
      callMs - TOLERANCE_MS - 1,
      nowMs - HOUR,
    ];
    const entries = [sold, ahead, behind, last].map((at, to) => count(to, at));
    const answer = await till.deliver(entries);
    expect(statesOf(answer)).toEqual(entries.map(() => "accepted"));
    expect(answer.now).toBe(nowMs);
    expect(await timesOf()).toEqual([
      [sold, undefined, undefined],
      [sold, ahead, ["clock"]],
      [sold, behind, ["clock"]],
      [last, undefined, undefined],
    ]);
  });

  test("TILL-37: may be before the last call if the till had made the entry by then", async () => {
    const offline = [count(1, nowMs + HOUR), count(2, nowMs + 2 * HOUR)];
    nowMs += 3 * HOUR;
    await till.deliver([]);
    nowMs += HOUR;
    await till.deliver(offline);
    expect(await timesOf()).toEqual(offline.map(({ at }) => [at, undefined, undefined]));
    // Whose time is wrong gets that of the last entry that was believed.
    nowMs += HOUR;
    const wrong = count(3, nowMs + DAY);
    await till.deliver([wrong]);
    expect((await timesOf()).at(-1)).toEqual([offline[1]?.at, wrong.at, ["clock"]]);
  });
});

describe("a clock that is wrong", () => {
  test("TILL-154: also before 1970, keeps no till from sending", async () => {
    await till.deliver([]);
    const callMs = nowMs;
    nowMs += HOUR;
    const believed = count(1, nowMs - 60 * SECOND);
    const wrong = [-120 * SECOND, 0, Date.parse("2099-12-31T23:59:59Z"), Number.MAX_SAFE_INTEGER];
    const entries = [believed, ...wrong.map((at, index) => count(index + 2, at))];
    expect(statesOf(await till.deliver(entries))).toEqual(entries.map(() => "accepted"));
    expect(await timesOf()).toEqual([
      [believed.at, undefined, undefined],
      ...wrong.map((at) => [believed.at, at, ["clock"]]),
    ]);
    expect(believed.at).toBeGreaterThan(callMs);
  });

  test("TILL-155: gets the time of the last entry, also after an older one was sent again", async () => {
    const [first, second] = [count(1, nowMs - 50 * SECOND), count(2, nowMs - 10 * SECOND)];
    await till.deliver([first, second]);
    expect((await callOf())?.believed_ms).toBe(second.at);
    await till.deliver([first]);
    expect((await callOf())?.believed_ms).toBe(second.at);
    nowMs += HOUR;
    const wrong = count(3, nowMs + DAY);
    await till.deliver([wrong]);
    expect((await timesOf()).at(-1)).toEqual([second.at, wrong.at, ["clock"]]);
  });
});

describe("the key of an entry", () => {
  const forget = (daysLater: number) =>
    apis
      .as("cmd_writer", 1)
      .query("select es.forget_commands($1)", [Date.now() + (daysLater - 7) * DAY]);

  test("TILL-38: is kept for 400 days, and a sale is known by its first event even then", async () => {
    const entries = [count(5, nowMs), till.entry("sale", saleBody(milo), { at: nowMs })];
    await till.deliver(entries);
    const keys = async (): Promise<unknown> =>
      apis.query(
        `select count(*) filter (where command_id = any ($2::uuid[]))::int as entries,
                count(*) filter (where command_id <> all ($2::uuid[]))::int as others
           from es.commands where tenant_id = $1`,
        [shop.tenantId, entries.map(({ id }) => id)],
      );
    expect(await keys()).toEqual([{ entries: 2, others: expect.any(Number) }]);
    await forget(8);
    expect(await keys()).toEqual([{ entries: 2, others: 0 }]);
    await forget(399);
    expect(statesOf(await till.deliver(entries))).toEqual(["already", "already"]);
    await forget(401);
    expect(await keys()).toEqual([{ entries: 0, others: 0 }]);
    const [, sale] = entries;
    if (!sale) throw new Error("no sale");
    expect(await till.deliver([sale])).toMatchObject({
      copied: false,
      results: [{ state: "already" }],
    });
  });
});

test("TILL-39: the log of a business verifies with all that its tills sent", async () => {
  await till.deliver([
    count(5, nowMs),
    till.entry("sale", { malformed: true }, { at: nowMs }),
    till.entry("lost", { to: 9 }, { at: nowMs }),
  ]);
  const copy = till.entry("sale", saleBody(milo), { seq: 1, at: nowMs });
  expect((await till.deliver([copy])).copied).toBe(true);
  await till.deliver([{ ...count(4, nowMs), seq: 10 }]);
  await shop.remove("owner", till.till);
  await till.deliver([{ ...count(3, nowMs), seq: 11 }]);
  const connection = { ...connectionAs("auditor_ro", apis.adminUrl), settings: auditorSettings };
  const log = { connection, dataKey: undefined, signedHeadKeys: undefined };
  const { events, deviations } = await verifyDatabase(
    { ...log, close: () => Promise.resolve() },
    { tenant: shop.tenantId, isLogOnly: true, progress: () => undefined },
  );
  // The kit gives roles without events.
  expect(deviations.filter(({ kind }) => kind !== "membership")).toEqual([]);
  expect(events).toBeGreaterThan(7);
  expect((await entryEvents(apis, shop)).map(({ type }) => type)).toEqual([
    "StockCounted",
    "EntrySetAside",
    "EntriesLost",
    "SaleRecorded",
    "StockCounted",
    "EntrySetAside",
  ]);
});
