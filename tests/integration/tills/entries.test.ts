import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { EntriesAnswer, Entry } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import { createModelTill, type ModelTill, statesOf } from "#tests/kit/till/model-till.ts";

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

const count = (to: number, over: Partial<Entry> = {}): Entry =>
  till.entry("count", { product: milo, to }, over);
const counts = (...to: readonly number[]): Entry[] => to.map((one) => count(one));
const countedTo = async (): Promise<unknown[]> =>
  (await entryEvents(apis, shop)).map(({ data }) => data["to"]);

const onHand = async (): Promise<number | undefined> => {
  const [row] = await apis.query<{ on_hand: number }>(
    "select on_hand from es.stream_heads where tenant_id = $1 and stream_id = $2",
    [shop.tenantId, milo],
  );
  return row?.on_hand;
};

/** The end of the tenant's log, as the database has it. */
async function endOfLog(): Promise<EntriesAnswer["log"]> {
  const [row] = await apis.query<{ seq: number; chain: string }>(
    "select seq::int, encode(chain, 'hex') as chain from es.tenant_heads where tenant_id = $1",
    [shop.tenantId],
  );
  if (!row) throw new Error("no log");
  return row;
}

describe("entries", () => {
  test("TILL-20: are recorded in their order, with person, device, number and time", async () => {
    const at = Date.now() - 60_000;
    const entries = [count(40, { at, basis: 12 }), till.entry("sale", saleBody(milo, 3)), count(7)];
    const answer = await till.deliver(entries);
    expect(answer).toEqual({
      next: 4,
      now: expect.any(Number),
      state: "active",
      log: await endOfLog(),
      log_known: true,
      copied: false,
      results: entries.map(({ id }) => ({ id, state: "accepted" })),
    });
    const events = await entryEvents(apis, shop);
    expect(events.map(({ type }) => type)).toEqual([
      "StockCounted",
      "SaleRecorded",
      "StockCounted",
    ]);
    expect(events.map(({ command_id: id }) => id)).toEqual(entries.map(({ id }) => id));
    const [tillItem] = await shop.list();
    expect(events[0]).toMatchObject({
      actor_id: shop.ownerId,
      occurred_ms: at,
      meta: { source: "till", device: tillItem?.device, deviceSeq: 1, basis: 12 },
    });
    expect(events[0]?.meta).not.toHaveProperty("flags");
    expect(await onHand()).toBe(7);
    expect(await lastSeqOf(apis, till)).toBe(3);
  });

  test("TILL-20: of a person who is not on the staff are recorded and marked", async () => {
    const person = UserId.parse(randomUUID());
    expect(statesOf(await till.deliver([count(5, { person })]))).toEqual(["accepted"]);
    expect(await entryEvents(apis, shop)).toMatchObject([
      { actor_id: person, meta: { flags: ["person-unproved"] } },
    ]);
  });

  test("TILL-21: sent again, wholly or partly, are recorded once, with their first body", async () => {
    const entries = counts(1, 2, 3);
    const first = await till.deliver(entries);
    const before = await written(apis);
    const again = await till.deliver(entries);
    expect(again).toEqual({
      ...first,
      now: expect.any(Number),
      results: entries.map(({ id }) => ({ id, state: "already" })),
    });
    const [one, two] = entries;
    if (!one || !two) throw new Error("no entries");
    const changed = await till.deliver([{ ...two, body: { product: milo, to: 99 } }]);
    expect(statesOf(changed)).toEqual(["already"]);
    expect(await written(apis)).toEqual(before);

    const more = await till.deliver([two, ...entries.slice(2), ...counts(4, 5)]);
    expect(statesOf(more)).toEqual(["already", "already", "accepted", "accepted"]);
    expect(more.next).toBe(6);
    expect(await countedTo()).toEqual([1, 2, 3, 4, 5]);
    expect(statesOf(await till.deliver([one, one]))).toEqual(["already", "already"]);
  });

  test("TILL-22: with a gap are refused with the number that comes first, those before are recorded", async () => {
    const [one, two, three, four] = counts(1, 2, 3, 4);
    if (!one || !two || !three || !four) throw new Error("no entries");
    const before = await written(apis);
    const ahead = await till.send([two, three]);
    expect([ahead.status, ahead.body]).toEqual([
      409,
      { ...failure("entries-missing", "Entry 1 comes first."), next: 1 },
    ]);
    expect(await written(apis)).toEqual(before);

    expect(await till.send([one, three, four])).toMatchObject({ status: 409, body: { next: 2 } });
    expect(await countedTo()).toEqual([1]);
    expect(statesOf(await till.deliver([one, two, three, four]))).toEqual([
      "already",
      "accepted",
      "accepted",
      "accepted",
    ]);
  });

  test("TILL-21: of two businesses have equal tills, numbers and ids, and nothing else in common", async () => {
    const other = await openTenant(apis);
    const theirs = await openTill(app, other);
    expect(theirs.till).toBe(till.till);
    const [one, two] = counts(1, 2);
    const tea = await addProduct(other, 10);
    if (!one || !two) throw new Error("no entries");
    const own = await till.deliver([one, two]);
    const same = [one, two].map((entry) => ({ ...entry, body: { product: tea, to: 50 } }));
    expect(statesOf(await theirs.deliver(same))).toEqual(["accepted", "accepted"]);
    expect(await lastSeqOf(apis, theirs)).toBe(2);
    expect((await till.deliver([])).log).toEqual(own.log);
    expect(await countedTo()).toEqual([1, 2]);
    // The product is another's here.
    const foreign = till.entry("count", { product: milo, to: 5, also: tea });
    expect((await till.deliver([foreign])).results).toMatchObject([
      { state: "aside", reason: "unknown-product" },
    ]);
  });

  test("TILL-23: that a till lost are recorded as lost, and the next ones follow", async () => {
    await till.deliver([count(1)]);
    const lost = till.entry("lost", { to: 5 });
    const next = count(2, { seq: 6 });
    const answer = await till.deliver([lost, next]);
    expect(statesOf(answer)).toEqual(["accepted", "accepted"]);
    expect([answer.next, answer.copied]).toEqual([7, false]);
    expect((await entryEvents(apis, shop))[1]).toMatchObject({
      type: "EntriesLost",
      data: { till: till.till, from: 2, to: 5 },
    });
    expect(statesOf(await till.deliver([lost, next]))).toEqual(["already", "already"]);
  });

  test("TILL-24: of a copied till are recorded, and it is reported", async () => {
    const copy = createModelTill(app, { ...till, person: count(0).person });
    const both = [copy.entry("count", { product: milo, to: 10 }), count(1, { seq: 1 })];
    const [theirs, own] = both;
    if (!theirs || !own) throw new Error("no entries");
    expect(await till.deliver([own])).toMatchObject({ next: 2, copied: false });
    const reported = await copy.deliver([theirs, copy.entry("count", { product: milo, to: 11 })]);
    expect(reported).toMatchObject({ next: 3, copied: true });
    expect(statesOf(reported)).toEqual(["accepted", "accepted"]);
    // The number 2 is another entry's by now.
    const second = await till.deliver([count(2, { seq: 2 }), count(3, { seq: 3 })]);
    expect(second).toMatchObject({ next: 4, copied: true });
    expect(await countedTo()).toEqual([1, 10, 11, 2, 3]);
    expect(statesOf(await copy.deliver([theirs]))).toEqual(["already"]);
  });
});

describe("a till", () => {
  test("TILL-25: that waits for approval sends nothing yet; approved, it sends everything", async () => {
    const waiting = await openTill(app, shop, "cashier");
    const entries = [1, 2].map((to) => waiting.entry("count", { product: milo, to }));
    const before = await written(apis);
    expect(await waiting.deliver(entries)).toMatchObject({
      next: 1,
      state: "waiting",
      results: [],
    });
    expect(await written(apis)).toEqual(before);
    await shop.change("owner", waiting.till, { active: true });
    expect(await waiting.deliver(entries)).toMatchObject({ next: 3, state: "active" });
    await shop.change("owner", waiting.till, { active: false });
    expect(await waiting.deliver(entries)).toMatchObject({
      next: 3,
      state: "waiting",
      results: [],
    });
  });

  test("TILL-25: that was removed is heard, but what it sends is set aside", async () => {
    await till.deliver([count(1)]);
    const late = [count(2, { at: Date.now() - 60_000 }), till.entry("sale", saleBody(milo))];
    await shop.remove("owner", till.till);
    const answer = await till.deliver(late);
    expect(answer).toMatchObject({ next: 4, state: "revoked" });
    expect(answer.results).toEqual(
      late.map(({ id }) => ({ id, state: "aside", reason: "till-revoked" })),
    );
    expect(await onHand()).toBe(1);
    expect(statesOf(await till.deliver(late))).toEqual(["already", "already"]);
  });

  test("TILL-26: learns whether the server still has the log that it knows", async () => {
    const { log } = await till.deliver([count(1)]);
    const known = async (position: EntriesAnswer["log"]): Promise<boolean> =>
      (await till.deliver([], { log: position })).log_known;
    expect(await known(log)).toBe(true);
    await till.deliver([count(2)]);
    expect(await known(log)).toBe(true);
    expect(await known({ ...log, chain: "0".repeat(64) })).toBe(false);
    expect(await known({ ...log, seq: log.seq - 1 })).toBe(false);
    expect(await known({ ...log, seq: log.seq + 1_000 })).toBe(false);
    const [genesis] = await apis.query<{ chain: string }>(
      "select encode(sha256(convert_to('pos.genesis.v1|' || $1::uuid, 'UTF8')), 'hex') as chain",
      [shop.tenantId],
    );
    expect(await known({ seq: 0, chain: genesis?.chain ?? "" })).toBe(true);
  });
});

/** As pg says it when the server goes away. */
const lost = (): never => {
  throw new Error("Connection terminated unexpectedly");
};

describe("a request that fails", () => {
  const withStore = async (
    over: (store: EventStore) => EventStore,
    work: (failing: ModelTill) => Promise<void>,
  ): Promise<void> => {
    const failing = await openEntriesApi(apis, { over });
    const { person } = till.entry("count", {}, { seq: 1 });
    await work(createModelTill(failing, { ...till, person }));
    await failing.close();
  };

  test("TILL-27: between reading and writing has written nothing and can be sent again", async () => {
    let failures = 1;
    await withStore(
      (store) => ({
        ...store,
        appendInOrder: (commands) => (failures-- > 0 ? lost() : store.appendInOrder(commands)),
      }),
      async (failing) => {
        const entries = [1, 2, 3].map((to) => failing.entry("count", { product: milo, to }));
        const before = await written(apis);
        const refused = await failing.send(entries);
        expect([refused.status, refused.headers]).toMatchObject([503, { "retry-after": "1" }]);
        expect(await written(apis)).toEqual(before);
        expect(statesOf(await failing.deliver(entries))).toEqual([
          "accepted",
          "accepted",
          "accepted",
        ]);
        expect(await countedTo()).toEqual([1, 2, 3]);
      },
    );
  });

  test("TILL-27: after writing doubles nothing when it is sent again", async () => {
    let failures = 1;
    await withStore(
      (store) => ({
        ...store,
        appendInOrder: async (commands) => {
          const outcomes = await store.appendInOrder(commands);
          if (failures-- > 0) lost();
          return outcomes;
        },
      }),
      async (failing) => {
        const entries = [1, 2, 3].map((to) => failing.entry("count", { product: milo, to }));
        expect((await failing.send(entries)).status).toBe(503);
        expect(statesOf(await failing.deliver(entries))).toEqual(["already", "already", "already"]);
        expect(await countedTo()).toEqual([1, 2, 3]);
      },
    );
  });

  /** Renames the product each time after it was loaded, as often as it is said. */
  const renaming =
    (times: number) =>
    (store: EventStore): EventStore => ({
      ...store,
      load: async (request) => {
        const loaded = await store.load(request);
        if (times-- > 0) {
          await shop.call("owner", "PUT", "/api/products.php", {
            body: { id: milo, name: `Milo ${times}` },
          });
        }
        return loaded;
      },
    });

  test("TILL-27: because someone else changed the same product is decided again", async () => {
    await withStore(renaming(2), async (failing) => {
      const entries = [1, 2].map((to) => failing.entry("count", { product: milo, to }));
      expect(statesOf(await failing.deliver(entries))).toEqual(["accepted", "accepted"]);
      expect(await countedTo()).toEqual([1, 2]);
    });
  });

  test("TILL-27: because of that each time ends with 503, and what could be written is", async () => {
    await withStore(renaming(5), async (failing) => {
      const entries = [
        failing.entry("sale", saleBody(milo)),
        failing.entry("count", { product: milo, to: 1 }),
        failing.entry("sale", saleBody(milo)),
      ];
      expect((await failing.send(entries)).status).toBe(503);
      expect(await lastSeqOf(apis, till)).toBe(1);
      expect(statesOf(await failing.deliver(entries))).toEqual(["already", "accepted", "accepted"]);
    });
  });

  test("TILL-28: ten requests at once give every entry one number, without a gap", async () => {
    const other = await openTenant(apis);
    const theirs = await openTill(app, other);
    const entries = Array.from({ length: 60 }, (_, to) => count(to));
    const deliver = async (from: number, to: number): Promise<void> => {
      for (let attempt = 0; attempt < 500; attempt += 1) {
        const { status } = await till.send(entries.slice(from, to));
        if (status === 200) return;
        expect([409, 503]).toContain(status);
      }
      throw new Error("never delivered");
    };
    const requests = Array.from({ length: 10 }, (_, index) => deliver(index * 5, index * 5 + 15));
    await Promise.all([...requests, theirs.deliver([theirs.entry("lost", { to: 9 })])]);
    const events = await entryEvents(apis, shop);
    expect(events.map(({ command_id: id }) => id)).toEqual(entries.map(({ id }) => id));
    expect(events.map(({ meta }) => meta["deviceSeq"])).toEqual(entries.map(({ seq }) => seq));
    expect([await lastSeqOf(apis, till), await lastSeqOf(apis, theirs)]).toEqual([60, 9]);
  });
});
