import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Sealed } from "#kernel/contract/events/fields.ts";
import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import { type ModelTill, statesOf } from "#tests/kit/till/model-till.ts";

import { addProduct, entryEvents, lastSeqOf, openEntriesApi, openTill } from "./entries-api.ts";
import { openTenant, type TestTenant } from "./tills.ts";

let apis: Apis;
let app: HttpApp;
let shop: TestTenant;
let till: ModelTill;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
  app = await openEntriesApi(apis);
});
afterAll(async () => {
  await app.close();
  await apis.close();
});
beforeEach(async () => {
  shop = await openTenant(apis);
  till = await openTill(app, shop);
  milo = await addProduct(shop, 100);
});

const count = (to: number, at = Date.now()) => till.entry("count", { product: milo, to }, { at });

/** What a sealed text says; undefined if its key is gone. */
async function open(sealed: unknown): Promise<unknown> {
  const sealer = createSealer({ dataKey: apis.dataKey, ...subjectKeys(apis.as("cmd_writer", 1)) });
  const text = await sealer.open(shop.tenantId, Sealed.parse(sealed));
  return text === undefined ? undefined : JSON.parse(text);
}

describe("an entry that cannot be applied", () => {
  test("TILL-32: is kept aside with its reason, sealed, and the next one follows", async () => {
    const malformed = { lines: "Kofi Mensah, 024 123" };
    const sums = saleBody(milo, 2, { totalMinor: 1 });
    const entries = [
      count(5),
      till.entry("sale", malformed),
      till.entry("sale", sums),
      count(-1),
      count(6),
    ];
    const answer = await till.deliver(entries);
    expect(answer.results.map(({ state, reason }) => [state, reason])).toEqual([
      ["accepted", undefined],
      ["aside", "malformed"],
      ["aside", "wrong-sums"],
      ["aside", "wrong-sums"],
      ["accepted", undefined],
    ]);
    expect([answer.next, answer.state]).toEqual([6, "active"]);
    const events = await entryEvents(apis, shop);
    expect(events.map(({ type }) => type)).toEqual([
      "StockCounted",
      "EntrySetAside",
      "EntrySetAside",
      "EntrySetAside",
      "StockCounted",
    ]);
    expect(events[1]?.data).toEqual({
      till: till.till,
      entrySeq: 2,
      entryId: entries[1]?.id,
      kind: "sale",
      reason: "malformed",
      body: expect.stringMatching(new RegExp(`^sealed:v1:${entries[1]?.id}:`)),
    });
    expect(JSON.stringify(events)).not.toContain("Kofi");
    expect(await open(events[1]?.data["body"])).toEqual(malformed);
    expect(await open(events[2]?.data["body"])).toEqual(sums);
    expect(statesOf(await till.deliver(entries))).toEqual(entries.map(() => "already"));
  });

  test("TILL-32: because the database refuses it is kept aside, and the others are decided again", async () => {
    const also = randomUUID();
    const entries = [count(5), till.entry("count", { product: milo, to: 1, also }), count(6)];
    expect((await till.deliver(entries)).results).toMatchObject([
      { state: "accepted" },
      { state: "aside", reason: "unknown-product" },
      { state: "accepted" },
    ]);
    const events = await entryEvents(apis, shop);
    expect(events.map(({ meta }) => meta["deviceSeq"])).toEqual([1, 2, 3]);
  });

  test("TILL-32: whose id is used already is kept aside", async () => {
    const first = count(5);
    const second = till.entry("count", { product: milo, to: 6 }, { id: first.id });
    expect((await till.deliver([first, second])).results).toMatchObject([
      { state: "accepted" },
      { state: "aside", reason: "id-used" },
    ]);
    expect(await till.deliver([first, second, count(7)])).toMatchObject({
      next: 4,
      copied: false,
      results: [{ state: "already" }, { state: "already" }, { state: "accepted" }],
    });
  });

  test("TILL-33: is erased with the customer whom it names", async () => {
    const customer = idOf(
      await shop.call("owner", "POST", "/api/customers.php", {
        body: { first_name: "Yaa", last_name: "Asante" },
      }),
    );
    const named = { customer: { id: customer, name: "Yaa Asante" }, lines: [] };
    const erase = () =>
      shop.call("owner", "POST", `/api/v1/customers/${customer}/erase`, { body: {} });
    await till.deliver([till.entry("sale", named)]);
    const [kept] = await entryEvents(apis, shop);
    expect(await open(kept?.data["body"])).toEqual(named);
    expect((await erase()).status).toBe(200);
    expect(await open(kept?.data["body"])).toBeUndefined();

    await till.deliver([till.entry("sale", named)]);
    const [, later] = await entryEvents(apis, shop);
    expect(later?.data).toMatchObject({ reason: "malformed" });
    expect(later?.data).not.toHaveProperty("body");
  });
});

describe("an entry of a newer version", () => {
  test("TILL-34: is not kept aside: it and those after it wait until the server is updated", async () => {
    for (const newer of [
      till.entry("shift-open", { floatMinor: 100 }, { seq: 2 }),
      till.entry("sale", saleBody(milo), { seq: 2, v: 4 }),
      till.entry("lost", { to: 9 }, { seq: 2, v: 2 }),
    ]) {
      const first = till.entry("count", { product: milo, to: 5 }, { seq: 1 });
      const after = till.entry("count", { product: milo, to: 6 }, { seq: 3 });
      const own = await openTill(app, shop);
      const answer = await own.deliver([first, newer, after]);
      expect([answer.next, statesOf(answer)]).toEqual([2, ["accepted"]]);
      const { status, body, headers } = await own.send([newer, after]);
      expect([status, body]).toEqual([503, failure("newer-entry", expect.any(String))]);
      expect(headers).toMatchObject({ "retry-after": "60" });
      expect(await lastSeqOf(apis, own)).toBe(1);
      expect(statesOf(await own.deliver([first]))).toEqual(["already"]);
    }
  });
});

describe("the tenant of a till", () => {
  const setStatus = (status: string) =>
    apis.ask("PUT", `/api/super-admin.php/${shop.tenantId}`, {
      as: "super_admin",
      body: { status },
    });

  test("TILL-35: that is suspended still takes what happened before, and nothing later", async () => {
    const before = count(5);
    expect((await setStatus("suspended")).status).toBe(200);
    // Within the same millisecond it would count as later.
    const malformed = till.entry("sale", {}, { at: before.at });
    const after = count(6, Date.now() + 1_000);
    const refused = [
      403,
      failure("suspended", "This business is suspended. Please contact support."),
    ];
    const first = await till.deliver([before, malformed, after]);
    expect([first.next, statesOf(first)]).toEqual([3, ["accepted", "aside"]]);
    expect((await entryEvents(apis, shop)).map(({ type }) => type)).toEqual([
      "StockCounted",
      "EntrySetAside",
    ]);
    expect(await till.deliver([before, malformed])).toMatchObject({
      next: 3,
      results: [{ state: "already" }, { state: "already" }],
    });
    const again = await till.send([after]);
    expect([again.status, again.body]).toEqual(refused);

    await setStatus("active");
    expect(statesOf(await till.deliver([after]))).toEqual(["accepted"]);
    // A second suspension counts from its own time.
    const between = count(7);
    await setStatus("suspended");
    expect(statesOf(await till.deliver([between]))).toEqual(["accepted"]);
  });

  test("TILL-35: that was deleted answers 410", async () => {
    await apis.query(
      `update es.stream_heads set state = (state::jsonb || '{"deleted":true}')::json
        where tenant_id = $1 and stream_id = $1`,
      [shop.tenantId],
    );
    const { status, body } = await till.send([count(5)]);
    expect([status, body]).toEqual([410, failure("account-deleted", "This account was deleted.")]);
    expect(await entryEvents(apis, shop)).toEqual([]);
  });
});
