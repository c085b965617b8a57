// oxlint-disable-next-line import/no-unassigned-import -- gives Node the database that a browser has
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import {
  type BrowserTill,
  cartOf,
  changesOf,
  openBrowserTill,
} from "#tests/kit/till/browser-till.ts";
import type { RawAnswer, SignedBody } from "#web/api/signed-request.ts";
import { newEntryId } from "#web/till/entry-id.ts";

import { type Counter, openCounter } from "./counter-sales.ts";

let apis: Apis;
const opened: BrowserTill[] = [];
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
afterEach(() => {
  for (const till of opened.splice(0)) till.close();
});

/** A network that can be cut before or after the server has the request. */
type Line = { isDown: boolean; losesAnswer: boolean };

/** The till's own code in a browser profile of this shop. */
async function openProfile(shop: Counter, device = randomUUID()) {
  const line: Line = { isDown: false, losesAnswer: false };
  async function send(path: string, { bytes, headers }: SignedBody): Promise<RawAnswer> {
    if (line.isDown) throw new TypeError("Failed to fetch");
    const payload = Buffer.from(bytes);
    const answer = await apis.apps.command.inject({ method: "POST", url: path, headers, payload });
    if (line.losesAnswer) throw new TypeError("Failed to fetch");
    return { status: answer.statusCode, json: answer.json() };
  }
  const till = await openBrowserTill({
    tenantId: shop.tenantId,
    device,
    person: shop.ownerId,
    send,
    enrol: (request) => {
      if (line.isDown) throw new TypeError("Failed to fetch");
      const { number, ...rest } = request;
      return shop.enrolled("owner", number === undefined ? rest : { ...rest, number });
    },
    download: () => Promise.resolve(changesOf()),
  });
  opened.push(till);
  // Its clock is the machine's.
  till.clocks.wallMs = Date.now();
  return { till, line };
}

const saleEvents = ({ tenantId }: Counter) =>
  apis.query<{ stream_id: string; receipt: number; register: number; flags: string[] | null }>(
    `select stream_id, (data ->> 'receiptNumber')::int as receipt,
            (data ->> 'register')::int as register, meta -> 'flags' as flags
       from es.events where tenant_id = $1 and type = 'SaleRecorded' and meta ->> 'source' = 'till'
      order by seq`,
    [tenantId],
  );

describe("TILL-67: a browser's till and the server", () => {
  test("what was sold without a network arrives once and in order, also if answers are lost", async () => {
    const shop = await openCounter(apis);
    const milo = await shop.addProduct("Milo", 100);
    const { till, line } = await openProfile(shop);
    await till.open();
    expect(till.now()).toMatchObject({ phase: "active" });
    line.isDown = true;
    const ids: string[] = [];
    for (let count = 1; count <= 120; count++) {
      ids.push((await till.sell(cartOf(1, milo))).entry.id);
    }
    Object.assign(line, { isDown: false, losesAnswer: true });
    await till.contact();
    await till.contact();
    expect(till.now().toSend).toBe(120);
    line.losesAnswer = false;
    await till.restart();
    await till.contact();
    await till.contact();
    expect(till.now().toSend).toBe(0);
    const events = await saleEvents(shop);
    expect(events.map(({ stream_id: id }) => id)).toEqual(ids);
    expect(events.map(({ receipt }) => receipt)).toEqual(ids.map((_, index) => index + 1));
    expect(events.flatMap(({ flags }) => flags ?? [])).toEqual([]);
    expect(await shop.stockOf(milo)).toBe(-20);
  });

  test("two profiles with one key deliver what they have, and are two tills afterwards", async () => {
    const shop = await openCounter(apis);
    const milo = await shop.addProduct("Milo", 100);
    const first = await openProfile(shop);
    await first.till.open();
    await first.till.sell(cartOf(1, milo));
    await first.till.contact();
    const second = await openProfile(shop);
    await copyProfile(first.till, second.till);
    await second.till.restart();
    first.line.isDown = true;
    second.line.isDown = true;
    for (const { till } of [first, second, second]) await till.sell(cartOf(1, milo));
    for (const { till, line } of [first, second, first]) {
      line.isDown = false;
      await till.contact();
      await till.contact();
    }
    expect(await saleEvents(shop)).toHaveLength(4);
    const numbers = [first, second].map(({ till }) => till.now().number);
    expect(new Set(numbers).size).toBe(2);
    expect(first.till.now()).toMatchObject({ phase: "active", toSend: 0 });
    expect(second.till.now()).toMatchObject({ phase: "active", toSend: 0 });
    await first.till.sell(cartOf(1, milo));
    await second.till.sell(cartOf(1, milo));
    await first.till.contact();
    await second.till.contact();
    expect(await saleEvents(shop)).toHaveLength(6);
    expect([first, second].map(({ till }) => till.now().phase)).toEqual(["active", "active"]);
  });

  test("a removed till delivers what it has, which is kept aside, and deletes its data", async () => {
    const shop = await openCounter(apis);
    const { till, line } = await openProfile(shop);
    await till.open();
    line.isDown = true;
    await till.sell(cartOf(1, await shop.addProduct("Milo", 5)));
    await shop.remove("owner", till.now().number ?? 0);
    line.isDown = false;
    await till.contact();
    await till.contact();
    expect(till.now()).toMatchObject({ phase: "revoked", toSend: 0, sales: [] });
    const events = await shop.events();
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["TillRevoked", "EntrySetAside"]);
  });

  test("tills of two businesses with equal numbers and ids do not meet", async () => {
    const id = newEntryId();
    for (const shop of [await openCounter(apis), await openCounter(apis)]) {
      const milo = await shop.addProduct("Milo", 5);
      const { till } = await openProfile(shop);
      await till.open();
      await till.sell(cartOf(2, milo), id);
      await till.contact();
      expect(till.now()).toMatchObject({ number: 3, toSend: 0 });
      expect(await saleEvents(shop)).toMatchObject([{ stream_id: id, receipt: 1, register: 3 }]);
      expect(await shop.stockOf(milo)).toBe(3);
    }
  });
});

/** As a backup of a phone does it. */
async function copyProfile(from: BrowserTill, to: BrowserTill): Promise<void> {
  for (const key of ["till", "keys", "data"]) {
    const value = await from.connection.run((database) => database.get("meta", key));
    await to.connection.run((database) => database.put("meta", value, key));
  }
}
