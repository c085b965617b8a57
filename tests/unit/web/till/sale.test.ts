import { createHash } from "node:crypto";

import { afterEach, describe, expect, test, vi } from "vitest";

import { cartOf, changesOf, rowsIn } from "#tests/kit/till/browser-till.ts";
import { noAnswer } from "#tests/kit/till/fake-entries-route.ts";
import { newEntryId } from "#web/till/entry-id.ts";
import { CartGone, type OwnSale } from "#web/till/till-now.ts";

import { settle, tillsEachTest } from "./tills.ts";

const { openActive } = tillsEachTest();
afterEach(() => void vi.restoreAllMocks());

describe("TILL-61: a sale at a till", () => {
  test("is stored under the next numbers before anything is sent, and its cart is gone", async () => {
    const { till, office } = await openActive();
    office.instead = noAnswer;
    const first = await till.sell(cartOf(2));
    const second = await till.sell();
    expect([first.receipt, second.receipt]).toEqual(["1-2-1", "1-2-2"]);
    expect([first.entry.seq, second.entry.seq]).toEqual([1, 2]);
    expect(first.entry.body).toMatchObject({ receiptNumber: 1, totalMinor: 900 });
    expect(await rowsIn(till.connection, "carts")).toEqual([]);
    await till.restart();
    expect(till.now().toSend).toBe(2);
    expect(till.now().sales.map(({ receipt, state }) => [receipt, state])).toEqual([
      ["1-2-2", "to-send"],
      ["1-2-1", "to-send"],
    ]);
  });

  test("waits for one transaction that waits for the disk", async () => {
    const { till } = await openActive();
    const begun = vi.spyOn(IDBDatabase.prototype, "transaction");
    await till.sell();
    const strict = begun.mock.calls.filter(([, , options]) => options?.durability === "strict");
    expect(strict.map(([stores, mode]) => [stores, mode])).toEqual([
      [["meta", "outbox", "sales", "carts"], "readwrite"],
    ]);
  });

  test("a cart is sold once, also from two tabs and under an id of another version", async () => {
    const { till } = await openActive();
    const id = crypto.randomUUID();
    const row = await till.storeCart(cartOf(), id);
    const sale = { cart: cartOf(), parts: [{ method: "cash" as const, amountMinor: 450 }], row };
    const outcomes = await Promise.allSettled([
      till.engine().recordSale({ ...sale, isStored: true }),
      till.engine().recordSale({ ...sale, isStored: true }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(CartGone) });
    expect(await rowsIn(till.connection, "sales")).toHaveLength(1);
  });

  test("TAX-15: is taxed as the till's data say at that moment, whatever is in its cart", async () => {
    const { till } = await openActive();
    const exempt = cartOf(2);
    const [line] = exempt.lines;
    if (line === undefined) throw new Error("no line");
    const sale = await till.sell({ ...exempt, lines: [{ ...line, taxCategory: "exempt" }] });
    expect(sale.entry).toMatchObject({ v: 1, basis: 10 });
    expect(Object.keys(sale.entry.body.lines[0] ?? {})).not.toContain("taxCategory");
  });

  test("TAX-15: data of a build that knew no categories are downloaded as a whole once more", async () => {
    const asked: (number | undefined)[] = [];
    const download = (since: number | undefined) => {
      asked.push(since);
      return Promise.resolve(changesOf());
    };
    const { till } = await openActive({ download });
    await till.restart();
    await till.open();
    expect(asked).toEqual([undefined]);
    const { seq, takenMs, settings } = till.now().data ?? {};
    await till.connection.run((database) =>
      database.put("meta", { seq, takenMs, settings }, "data"),
    );
    await till.restart();
    till.clocks.monoMs += 60_000;
    await till.open();
    expect(asked).toEqual([undefined, undefined]);
    await till.restart();
    till.clocks.monoMs += 60_000;
    await till.open();
    expect(asked).toHaveLength(2);
  });

  test("the id of a cart is that of its sale, and cannot be sold again", async () => {
    const { till } = await openActive();
    const sale = await till.sell();
    const cart = { id: sale.entry.id, owner: "o", cart: cartOf(), changedMs: 0, version: 1 };
    const again = { cart: cart.cart, parts: sale.parts, row: cart, isStored: false };
    await expect(till.engine().recordSale(again)).rejects.toThrow(CartGone);
  });

  test("SALE-58: has a token if the shop shares its receipts, and the server gets only its hash", async () => {
    const { settings, ...changes } = changesOf();
    const shared = { ...changes, settings: { ...settings, receiptLinks: true } };
    const { till, requests } = await openActive({ download: () => Promise.resolve(shared) });
    const { subtle } = crypto;
    const digest = subtle.digest.bind(subtle);
    // The sales follow each other faster than a hash is made.
    vi.spyOn(subtle, "digest").mockImplementation(async (...of) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return digest(...of);
    });
    const sales = [await till.sell(), await till.sell(), await till.sell()];
    const tokens = sales.map(({ token = "" }) => token);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/);
    expect(new Set(tokens).size).toBe(3);
    expect(sales.map(({ entry }) => [entry.v, entry.body.receiptTokenSha256])).toEqual(
      tokens.map((token) => [2, createHash("sha256").update(token).digest("hex")]),
    );
    await settle(till);
    expect(requests.flatMap(({ entries }) => entries)).toHaveLength(3);
    for (const token of tokens) expect(JSON.stringify(requests)).not.toContain(token);
    await till.restart();
    expect(till.now().sales.map(({ token }) => token)).toEqual(tokens.toReversed());
  });

  test("SALE-59: has no token if the shop turned links off, so that an older server reads it, too", async () => {
    const { till } = await openActive();
    const { token, entry } = await till.sell();
    expect([token, entry.v, entry.body.receiptTokenSha256]).toEqual([undefined, 1, undefined]);
  });

  test("if the device cannot store it, the cart stays and no number is used", async () => {
    const { till } = await openActive();
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementationOnce(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(till.sell()).rejects.toThrow("full");
    expect(await rowsIn(till.connection, "carts")).toHaveLength(1);
    expect(await rowsIn(till.connection, "outbox")).toEqual([]);
    expect(till.now()).toMatchObject({ toSend: 0, sales: [] });
    expect((await till.sell()).receipt).toBe("1-2-1");
  });

  test("TILL-161: can be drawn while it is written, as it is stored unless another tab was faster", async () => {
    const { till } = await openActive();
    const sell = async () => {
      const onMade = vi.fn<(sale: OwnSale) => void>();
      const row = await till.storeCart(cartOf(), newEntryId());
      const parts = [{ method: "cash" as const, amountMinor: 450 }];
      const stored = till.engine().recordSale({ ...row, parts, row, isStored: true, onMade });
      // Within the press.
      const [made] = onMade.mock.calls[0] ?? [];
      return { made, stored: await stored };
    };
    const first = await sell();
    expect(first.made).toBe(first.stored);
    expect(first.stored.receipt).toBe("1-2-1");
    const both = await Promise.all([sell(), sell()]);
    expect(both.map(({ made }) => made?.receipt)).toEqual(["1-2-2", "1-2-2"]);
    expect(both.map(({ stored }) => stored.receipt)).toEqual(["1-2-2", "1-2-3"]);
    expect(await rowsIn(till.connection, "sales")).toHaveLength(3);
    await till.restart();
    expect(till.now().sales.map(({ receipt }) => receipt)).toEqual(["1-2-3", "1-2-2", "1-2-1"]);
    expect(till.now().sales[2]?.entry).toEqual(first.made?.entry);
  });

  test("its time follows the server's clock, although the device's is wrong and is set", async () => {
    const { till, office } = await openActive();
    expect(till.now().clockOffMs).toBeUndefined();
    office.nowMs += 3_600_000;
    await till.contact();
    expect(till.now().clockOffMs).toBe(-3_600_000);
    till.clocks.wallMs = 0;
    till.clocks.monoMs += 60_000;
    const { entry } = await till.sell();
    expect(entry.at).toBe(office.nowMs + 60_000);
    expect(entry.body.businessDate).toBe("2026-11-25");
  });
});
