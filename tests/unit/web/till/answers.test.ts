import { describe, expect, test } from "vitest";

import { changesOf, rowsIn } from "#tests/kit/till/browser-till.ts";
import { noAnswer, refusal } from "#tests/kit/till/fake-entries-route.ts";
import { NoTill } from "#web/till/till-now.ts";

import { settle, tillsEachTest } from "./tills.ts";

const { openActive } = tillsEachTest();

describe("TILL-62: what the answers of the server mean to a till", () => {
  test("accepted: the entry is sent, and the sale stays in the list", async () => {
    const { till, office } = await openActive();
    const sale = await till.sell();
    expect(till.now()).toMatchObject({ toSend: 1, sales: [{ state: "to-send" }] });
    await settle(till);
    expect(till.now()).toMatchObject({ toSend: 0, sales: [{ state: "sent" }] });
    expect([...office.entries.keys()]).toEqual([sale.entry.id]);
  });

  test("already: a sale whose answer was lost is sent again, and recorded once", async () => {
    const { till, reply, office } = await openActive();
    reply(({ entries: [entry] }) => {
      if (entry) office.entries.set(entry.id, entry);
      office.lastSeq = 1;
      return noAnswer();
    });
    await till.sell();
    await settle(till);
    await settle(till);
    expect(till.now()).toMatchObject({ toSend: 0, sales: [{ state: "sent" }] });
    expect(office.entries.size).toBe(1);
  });

  test("aside: the sale says so and why", async () => {
    const { till, office } = await openActive();
    office.instead = ({ entries }) => ({
      status: 200,
      json: {
        next: 2,
        now: office.nowMs,
        state: "active",
        log: { seq: 11, chain: "b".repeat(64) },
        log_known: true,
        copied: false,
        results: entries.map(({ id }) => ({ id, state: "aside", reason: "wrong-currency" })),
      },
    });
    await till.sell();
    await settle(till);
    expect(till.now().sales).toMatchObject([{ state: "aside", reason: "wrong-currency" }]);
  });

  test("a gap: it sends from there, and names what it no longer has as lost", async () => {
    const { till, office, seqs } = await openActive();
    for (let count = 1; count <= 4; count++) await till.sell();
    await settle(till);
    const [, second, third] = [...office.entries.values()];
    for (const entry of [second, third]) {
      await till.connection.run((database) => database.delete("sales", entry?.id ?? ""));
    }
    Object.assign(office, { lastSeq: 0, entries: new Map() });
    await till.sell();
    await settle(till);
    expect([...office.entries.values()].map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, "sale"],
      [2, "lost"],
      [4, "sale"],
      [5, "sale"],
    ]);
    expect(seqs()).toContainEqual([1, 2, 4, 5]);
    expect(till.now().toSend).toBe(0);
  });

  test("a restored server: it downloads everything again and sends from there", async () => {
    const downloads: (number | undefined)[] = [];
    const { till, office } = await openActive({
      download: (since) => {
        downloads.push(since);
        return Promise.resolve(changesOf({ seq: 10 }));
      },
    });
    for (let count = 1; count <= 3; count++) await till.sell();
    await settle(till);
    expect(office.lastSeq).toBe(3);
    Object.assign(office, { lastSeq: 1, logSeq: 11, history: "b" });
    for (const { id, seq } of office.entries.values()) if (seq > 1) office.entries.delete(id);
    await till.contact();
    await settle(till);
    expect(office.lastSeq).toBe(3);
    expect(office.entries.size).toBe(3);
    expect(downloads.at(-1)).toBeUndefined();
    expect(downloads.filter((since) => since === undefined)).toHaveLength(2);
  });

  test("a copy: it delivers what it has, then gets a new key and number", async () => {
    const { till, office, enrolments } = await openActive();
    office.lastSeq = 1;
    office.entries.set("other", { ...(await till.sell()).entry, id: "other" });
    await settle(till);
    await settle(till);
    expect(enrolments).toHaveLength(2);
    expect(enrolments[1]?.number).toBeUndefined();
    expect(enrolments[1]?.public_key).not.toBe(enrolments[0]?.public_key);
    expect(till.now()).toMatchObject({ phase: "active", number: 3, toSend: 0 });
    expect((await till.sell()).receipt).toBe("1-3-1");
  });

  test("a copy has one key until everything is delivered under it", async () => {
    const { till, office, reply, requests, enrolments } = await openActive();
    office.instead = noAnswer;
    for (let count = 1; count <= 12; count++) await till.sell();
    await settle(till);
    office.instead = undefined;
    // The server is ahead, and takes nothing yet.
    reply(() => ({
      status: 200,
      json: {
        next: 99,
        now: office.nowMs,
        state: "active",
        log: { seq: 11, chain: "b".repeat(64) },
        log_known: true,
        copied: false,
        results: [],
      },
    }));
    await settle(till);
    expect(till.now()).toMatchObject({ phase: "copied", toSend: 12 });
    await settle(till);
    await settle(till);
    expect(office.entries.size).toBe(12);
    const sentTo = requests.flatMap(({ till: number, entries }) => entries.map(() => number));
    expect(new Set(sentTo)).toEqual(new Set([2]));
    expect(enrolments).toHaveLength(2);
  });

  test("a copy that cannot be enrolled again does not sell", async () => {
    const { till, office } = await openActive();
    till.session.role = undefined;
    office.lastSeq = 7;
    await till.contact();
    expect(till.now().phase).toBe("copied");
    await expect(till.sell()).rejects.toThrow(NoTill);
  });

  test("a removed till delivers what it has, then deletes its data and says so", async () => {
    const { till, office, enrolments } = await openActive();
    office.instead = noAnswer;
    await till.sell();
    await settle(till);
    Object.assign(office, { state: "revoked", instead: undefined });
    await till.contact();
    await settle(till);
    expect(office.entries.size).toBe(1);
    expect(till.now()).toMatchObject({ phase: "revoked", toSend: 0, sales: [] });
    expect(till.now().data).toBeUndefined();
    expect(await rowsIn(till.connection, "sales")).toEqual([]);
    expect(await rowsIn(till.connection, "products")).toEqual([]);
    await till.restart();
    await till.open();
    expect(till.now().phase).toBe("revoked");
    expect(enrolments).toHaveLength(1);
  });

  test("a removed till that was copied gets no new key", async () => {
    const { till, office, enrolments } = await openActive();
    Object.assign(office, { state: "revoked", lastSeq: 7 });
    await till.contact();
    await settle(till);
    await till.open();
    await settle(till);
    expect(till.now().phase).toBe("revoked");
    expect(enrolments).toHaveLength(1);
  });

  test.each([
    [403, "suspended", "suspended"],
    [410, "account-deleted", "deleted"],
    [503, "newer-entry", "newer-entry"],
    [400, "invalid", "refused"],
  ] as const)("%i %s: it keeps what it has and says %s", async (status, code, problem) => {
    const { till, office } = await openActive();
    office.instead = () => refusal(status, code);
    await till.sell();
    await settle(till);
    expect(till.now()).toMatchObject({ phase: "active", toSend: 1, problem });
    office.instead = undefined;
    await settle(till);
    expect(till.now().toSend).toBe(0);
    expect(till.now().problem).toBeUndefined();
  });

  test.each([401, 408, 429, 500, 502, 503])("%i: nothing is touched", async (status) => {
    const { till, office, seqs } = await openActive();
    office.instead = () => refusal(status, "try-later");
    await till.sell();
    await settle(till);
    expect(till.now()).toMatchObject({ phase: "active", toSend: 1 });
    expect(till.now().problem).toBeUndefined();
    expect(seqs().at(-1)).toEqual([1]);
  });

  test.each([200, 403, 409, 410])("%i without its form is no answer", async (status) => {
    const { till, office } = await openActive();
    office.instead = () => ({ status, json: undefined });
    await till.sell();
    await settle(till);
    expect(till.now()).toMatchObject({ phase: "active", toSend: 1 });
    expect(till.now().problem).toBeUndefined();
  });
});
