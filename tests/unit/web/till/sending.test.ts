import { describe, expect, test } from "vitest";

import { MOST_ENTRIES, MOST_ENTRY_BYTES } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { cartOf, changesOf, rowsIn } from "#tests/kit/till/browser-till.ts";
import { noAnswer } from "#tests/kit/till/fake-entries-route.ts";
import { RequestError } from "#web/api/request-error.ts";
import { fewer, fitting, more, timeoutOf } from "#web/till/deliver.ts";
import { newEntryId } from "#web/till/entry-id.ts";
import { NoTill } from "#web/till/till-now.ts";

import { settle, tillsEachTest } from "./tills.ts";

const { openActive } = tillsEachTest();

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

const oneEntry = {
  id: newEntryId(),
  seq: 1,
  v: 1,
  salt: "",
  kind: "sale",
  body: {},
  at: 0,
  basis: 0,
  person: UserId.parse("01990000-0000-7000-8000-0000000000b1"),
};

describe("TILL-63: sending", () => {
  test("oldest first, in full requests, each packed and within the limits", async () => {
    const { till, office, seqs, requests } = await openActive();
    office.instead = noAnswer;
    for (let count = 1; count <= 250; count++) await till.sell();
    office.instead = undefined;
    await settle(till);
    await settle(till);
    expect(till.now().toSend).toBe(0);
    expect([...office.entries.values()].map(({ seq }) => seq)).toEqual(upTo(250));
    expect(seqs().map(({ length }) => length)).toContain(100);
    for (const { entries } of requests) {
      expect(entries.length).toBeLessThanOrEqual(MOST_ENTRIES);
      expect(JSON.stringify(entries).length).toBeLessThan(MOST_ENTRY_BYTES);
    }
  });

  test("what does not fit into one request is sent with the next", () => {
    const long = "x".repeat(200 * 1024);
    const entries = [long, long, long].map((notes) => ({ ...oneEntry, body: { notes } }));
    expect(fitting(entries)).toHaveLength(2);
    expect(fitting([{ ...oneEntry, body: { notes: long.repeat(4) } }])).toHaveLength(1);
  });

  test("a large request is given more time than a call, and no answer makes the next smaller", () => {
    expect(timeoutOf(0)).toBe(6_000);
    expect(timeoutOf(20_000)).toBe(11_000);
    expect([fewer(100), fewer(10), more(50), more(100)]).toEqual([50, 10, 100, 100]);
  });

  test("a call without entries says which entry was the last", async () => {
    const { till, requests } = await openActive();
    await till.sell();
    await settle(till);
    await till.contact();
    expect(requests.at(-1)).toMatchObject({ entries: [], told_seq: 1, till: 2 });
  });
});

describe("TILL-64: the data that a till keeps", () => {
  test("the stock is less what the till sold and the data do not contain", async () => {
    let seq = 10;
    const stocks = [100, 97];
    const { till, office } = await openActive({
      download: () => {
        const [product] = changesOf().products;
        const products = product ? [{ ...product, stock: stocks.shift() ?? 97 }] : [];
        return Promise.resolve(changesOf({ seq: seq++, products }));
      },
    });
    const stock = () => till.now().data?.products[0]?.stock;
    expect(stock()).toBe(100);
    office.instead = noAnswer;
    await till.sell(cartOf(3));
    expect(stock()).toBe(97);
    office.instead = undefined;
    await settle(till);
    await settle(till);
    expect(till.now().toSend).toBe(0);
    expect(stock()).toBe(97);
    till.clocks.monoMs += 10_000;
    seq = 11;
    await till.contact();
    expect(till.now().data?.seq).toBe(11);
    expect(stock()).toBe(97);
  });

  test("a till that is too far behind downloads everything again", async () => {
    const asked: (number | undefined)[] = [];
    const { till, office } = await openActive({
      download: (since) => {
        asked.push(since);
        const isOld = since !== undefined;
        return isOld
          ? Promise.reject(new RequestError("refused", "too far", { status: 410 }))
          : Promise.resolve(changesOf({ seq: 10 }));
      },
    });
    office.logSeq = 9_000;
    till.clocks.monoMs += 10_000;
    await till.contact();
    expect(asked).toEqual([undefined, 10, undefined]);
  });

  test("after too long without contact it does not sell and forgets its customers", async () => {
    const { till, office } = await openActive();
    const days = 86_400_000;
    till.clocks.wallMs += 15 * days;
    till.clocks.monoMs += 15 * days;
    await till.engine().tick();
    expect(till.now().phase).toBe("expired");
    expect(till.now().data?.customers).toEqual([]);
    expect(await rowsIn(till.connection, "customers")).toEqual([]);
    await expect(till.sell()).rejects.toThrow(NoTill);
    office.nowMs += 15 * days;
    await till.contact();
    await settle(till);
    expect(till.now().phase).toBe("active");
    expect(till.now().data?.customers).toHaveLength(1);
  });

  test("what was sent is kept for 60 days, what was not is kept until it is", async () => {
    const { till, office } = await openActive();
    await till.sell();
    await settle(till);
    office.instead = noAnswer;
    await till.sell();
    const days = 86_400_000;
    till.clocks.wallMs += 61 * days;
    till.clocks.monoMs += 61 * days;
    await till.engine().dropOldSales();
    const left = await rowsIn(till.connection, "sales");
    expect(left).toMatchObject([{ state: "to-send" }]);
  });
});
