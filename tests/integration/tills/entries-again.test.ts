import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { CustomerId, UserId } from "#kernel/contract/ids.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import { createModelTill, type ModelTill, statesOf } from "#tests/kit/till/model-till.ts";

import { type Counter, flagsOf, line, openCounter, soldLines } from "./counter-sales.ts";
import { entryEvents, lastSeqOf, openEntriesApi } from "./entries-api.ts";

let apis: Apis;
let app: HttpApp;
let shop: Counter;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  // Its sealer has no keys in memory, like that of a server that was started after a restore.
  app = await openEntriesApi(apis);
  shop = await openCounter(apis, app);
  milo = await shop.addProduct("Milo", 100);
  return () => app.close();
});

/** A copy of the till's profile, which goes on with the same key and number. */
const copyOf = (till: ModelTill, at: Pick<HttpApp, "inject"> = app): ModelTill =>
  createModelTill(at, { ...till, person: UserId.parse(shop.ownerId) });

const typesOf = async (): Promise<string[]> =>
  (await entryEvents(apis, shop)).map(({ type }) => type);

describe("entries of a copied till", () => {
  test("TILL-152: are reported as such again, because the first answer may be lost", async () => {
    const copy = copyOf(shop.till);
    const own = shop.till.entry("sale", saleBody(milo));
    const lost = shop.till.entry("lost", { to: 4 });
    const malformed = shop.till.entry("sale", {}, { seq: 5 });
    const ownOnes = [own, lost, malformed];
    const theirs = copy.entry("sale", saleBody(milo));
    expect((await shop.till.deliver(ownOnes)).copied).toBe(false);
    expect(await copy.deliver([theirs])).toMatchObject({ next: 6, copied: true });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await copy.deliver([theirs])).toMatchObject({
        copied: true,
        results: [{ state: "already" }],
      });
      // Those that have their own numbers are not.
      expect((await shop.till.deliver(ownOnes)).copied).toBe(false);
    }
    // Nor is one whose id was used before, which was kept aside under its own number.
    const used = shop.till.entry("sale", saleBody(milo), { id: own.id, seq: 6 });
    expect(await shop.till.deliver([used])).toMatchObject({ copied: false });
    expect(await shop.till.deliver([used])).toMatchObject({ next: 7, copied: false });

    // A till of the same number in another business has an entry with this id, too.
    const other = await openCounter(apis, app);
    expect(other.till.till).toBe(shop.till.till);
    expect((await other.till.deliver([{ ...theirs, seq: 1 }])).copied).toBe(false);
    expect((await other.till.deliver([{ ...theirs, seq: 1 }])).copied).toBe(false);
  });

  test("TILL-153: that are sent twice at once are recorded once, and none is kept aside", async () => {
    const copy = copyOf(shop.till);
    await shop.till.deliver([shop.till.entry("sale", saleBody(milo))]);
    const theirs = copy.entry("sale", saleBody(milo));
    const loads: unknown[] = [];
    const first: unknown[] = [];
    const slow = await openEntriesApi(apis, {
      over: (store) => ({
        ...store,
        // The other request is recorded while this one loads what it is decided on.
        load: async (request) => {
          if (loads.push(request) === 1) first.push(...statesOf(await copy.deliver([theirs])));
          return store.load(request);
        },
      }),
    });
    const answer = await copyOf(shop.till, slow).deliver([theirs]);
    expect(first).toEqual(["accepted"]);
    expect(answer.results).toEqual([{ id: theirs.id, state: "already" }]);
    expect(await typesOf()).toEqual(["SaleRecorded", "SaleRecorded"]);
    expect(await shop.stockOf(milo)).toBe(98);
    expect(await lastSeqOf(apis, shop.till)).toBe(1);
    await slow.close();
  });
});

describe("after the restore of a backup in which a customer was not erased yet", () => {
  /** As a restore does it: the log stays as it is in the backup. */
  async function eraseAgain(customer: string): Promise<void> {
    const values = [shop.tenantId, customer];
    await apis.query(
      "insert into es.erased_subjects (tenant_id, subject_id, erased_ms) values ($1, $2, 1)",
      values,
    );
    await apis.query(
      "delete from es.subject_keys where tenant_id = $1 and subject_id = $2",
      values,
    );
  }

  test("TILL-150: what a till sold to them is recorded without their name, and the next sales follow", async () => {
    const customer = await shop.addCustomer("Ama");
    const named = { customer: { id: CustomerId.parse(customer), name: "Ama Mensah" } };
    await eraseAgain(customer);
    const sold = soldLines([line(milo, 1)], { ...named, notes: "for the church" });
    const entries = [
      shop.till.entry("sale", sold),
      shop.till.entry("sale", { ...sold, totalMinor: 1 }),
      shop.till.entry("sale", saleBody(milo)),
    ];
    expect(statesOf(await shop.till.deliver(entries))).toEqual(["accepted", "aside", "accepted"]);
    const [first, aside] = await entryEvents(apis, shop);
    expect(first?.data).toMatchObject({ customer: { id: customer } });
    expect(first?.data).not.toHaveProperty("notes");
    expect(await flagsOf(shop, entries[0]?.id ?? "")).toEqual([]);
    expect(aside?.data).toMatchObject({ reason: "wrong-sums" });
    expect(aside?.data).not.toHaveProperty("body");
    expect(await shop.read(`/api/v1/sales/${entries[0]?.id}`)).toMatchObject({
      customer_id: customer,
      notes: null,
    });
    // Another business has a customer of this id, who was not erased.
    const other = await openCounter(apis, app);
    const theirs = other.till.entry("sale", sold);
    expect(statesOf(await other.till.deliver([theirs]))).toEqual(["accepted"]);
    expect(await flagsOf(other, theirs.id)).toContain("customer-unknown");
    expect((await other.eventsOf(theirs.id))[0]?.data).toHaveProperty("notes");
  });
});

describe("a product that the server does not know", () => {
  test("TILL-157: leads from its figures to its sales, as any other", async () => {
    const unknown = "0193a7c0-0000-7000-8000-0000000000aa";
    const sold = soldLines([line(unknown, 2), line(milo, 1)]);
    const [first, second] = [await shop.sell(sold), await shop.sell(sold)];
    await shop.ask("DELETE", "/api/sales.php", { id: second });
    const trace = (of: Counter, about: string, figure = "product.quantity") =>
      of.read(`/api/v1/audit/lineage?figure=${figure}&about=${about}`);
    expect(await trace(shop, unknown)).toMatchObject({
      value: 2,
      lines: [
        { about: first, share: 2 },
        { about: second, share: 2 },
        { about: second, share: -2, running: 2 },
      ],
    });
    expect(await trace(shop, unknown, "product.revenue")).toMatchObject({ value: 900 });
    expect(await trace(shop, milo)).toMatchObject({ value: 1, lines: [{}, {}, { running: 1 }] });

    const other = await openCounter(apis, app);
    await expect(trace(other, unknown)).rejects.toThrow("404");
  });
});
