import { describe, expect, test } from "vitest";

import { MILO } from "#tests/kit/till/browser-till.ts";
import { NoTill } from "#web/till/till-now.ts";

import { settle, tillsEachTest } from "./tills.ts";

const { openAll, openActive } = tillsEachTest();

describe("TILL-60: enrolment in the browser", () => {
  test("a device of someone who may approve is a till at once, with a name and its data", async () => {
    const { till, enrolments } = await openActive();
    expect(till.now()).toMatchObject({ isReady: true, name: "Android phone" });
    expect(till.now().data?.products.map(({ id }) => id)).toEqual([MILO]);
    expect(enrolments).toHaveLength(1);
    await till.restart();
    expect(till.now()).toMatchObject({ phase: "active", number: 2 });
    await till.open();
    expect(enrolments).toHaveLength(1);
  });

  test("Sell may be opened while the till calls the server", async () => {
    const { till } = await openAll();
    const before = till.contact();
    await till.open();
    await before;
    expect(till.now().phase).toBe("active");
  });

  test("a cashier's waits, sells nothing, and is asked for with each call", async () => {
    const { till, office } = await openAll({ role: "cashier" });
    office.state = "waiting";
    await till.open();
    expect(till.now().phase).toBe("waiting");
    await expect(till.sell()).rejects.toThrow(NoTill);
    office.state = "active";
    await till.contact();
    expect(till.now().phase).toBe("active");
  });

  test("a till that is paused keeps what it has, and sends it once it may sell again", async () => {
    const { till, office, seqs } = await openActive();
    office.state = "waiting";
    await till.contact();
    expect(till.now().phase).toBe("waiting");
    office.state = "active";
    await till.contact();
    office.state = "waiting";
    await till.sell();
    await settle(till);
    await settle(till);
    expect(till.now()).toMatchObject({ phase: "waiting", toSend: 1 });
    expect(seqs().at(-1)).toEqual([]);
    office.state = "active";
    await settle(till);
    expect(till.now()).toMatchObject({ phase: "active", toSend: 0 });
  });

  test("no one who may not sell makes a till", async () => {
    const { till, enrolments } = await openAll({ role: "accountant" });
    await till.open();
    expect(till.now()).toMatchObject({ isReady: true, phase: "none" });
    expect(enrolments).toEqual([]);
  });

  test("a server that has lost the till gets the same key and number again", async () => {
    const { till, office, enrolments, seqs } = await openActive();
    await till.sell();
    await till.sell();
    await settle(till);
    Object.assign(office, { publicKey: undefined, lastSeq: 0, logSeq: 3, entries: new Map() });
    await till.contact();
    expect(enrolments[1]).toMatchObject({ number: 2, public_key: enrolments[0]?.public_key });
    expect(seqs().at(-1)).toEqual([1, 2]);
    expect(office.lastSeq).toBe(2);
    expect(till.now()).toMatchObject({ phase: "active", toSend: 0 });
  });

  test("without a session it keeps what it has and says that sending stops", async () => {
    const { till, office } = await openActive();
    till.session.role = undefined;
    office.publicKey = undefined;
    await till.sell();
    await settle(till);
    expect(till.now()).toMatchObject({ toSend: 1, problem: "refused" });
  });
});
