import { randomBytes, randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { MOST_TILLS } from "#command-api/till/enrol-till.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, failure, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";

import { openTenant, type TestTenant, TILLS } from "./tills.ts";

let apis: Apis;
let shop: TestTenant;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openTenant(apis);
});

const REMOVED = failure("till-revoked", "This device was removed as a till.");

const namesAndStates = async (tenant: TestTenant) =>
  (await tenant.list()).map(({ till, name, state }) => [till, name, state]);

describe("enrolling", () => {
  test("TILL-01: the devices of a business become tills 2, 3 and 4, because 1 is the server's", async () => {
    const numbers: number[] = [];
    for (const as of ["owner", "manager", "cashier"] as const) {
      numbers.push((await shop.enrolled(as)).till);
    }
    expect(numbers).toEqual([2, 3, 4]);
    const events = await shop.events();
    expect(events.map(({ type, stream_version: version }) => [type, version])).toEqual([
      ["TillEnrolled", 1],
      ["TillEnrolled", 1],
      ["TillEnrolled", 1],
    ]);
  });

  test("TILL-02: an owner's and a manager's till is active at once, a cashier's waits", async () => {
    expect(await shop.enrolled("owner", { name: "Office" })).toMatchObject({
      till: 2,
      name: "Office",
      state: "active",
    });
    expect(await shop.enrolled("manager")).toMatchObject({ till: 3, state: "active" });
    const publicKey = newPublicKey();
    const phone = { name: "Kofi's phone", public_key: publicKey };
    expect(await shop.enrolled("cashier", phone)).toMatchObject({ till: 4, state: "waiting" });
    expect(await shop.enrolled("cashier", phone)).toMatchObject({ till: 4, state: "waiting" });

    const approved = await shop.change("manager", 4, { active: true });
    expect(approved.body).toMatchObject({ success: true, data: { id: "4" } });
    expect(await shop.enrolled("cashier", phone)).toMatchObject({ till: 4, state: "active" });
    expect(await namesAndStates(shop)).toEqual([
      [2, "Office", "active"],
      [3, "Front counter", "active"],
      [4, "Kofi's phone", "active"],
    ]);
    const events = (await shop.events()).length;
    await shop.change("owner", 4, { active: true });
    expect(await shop.events()).toHaveLength(events);
  });

  test("TILL-02: an owner who opens Sell on a waiting device approves it", async () => {
    const publicKey = newPublicKey();
    await shop.enrolled("cashier", { public_key: publicKey });
    const again = await shop.enrolled("owner", { public_key: publicKey, name: "Another" });
    expect(again).toMatchObject({ till: 2, name: "Front counter", state: "active" });
    // The owner signed in at it, too.
    const events = ["TillEnrolled", "TillChanged", "TillPersonAdded"];
    expect((await shop.events()).map(({ type }) => type)).toEqual(events);
  });

  test("TILL-04: the same device gets its till back, however its key is written", async () => {
    const publicKey = newPublicKey();
    const first = await shop.enrolled("owner", { public_key: publicKey });
    await shop.enrolled("owner");
    expect(await shop.enrolled("cashier", { public_key: publicKey, number: 9 })).toEqual(first);
    // The last character before the padding has 4 bits that no byte uses.
    const spelling = publicKey.replace(/.==$/, (end) => `${nextLetter(end.charAt(0))}==`);
    expect(spelling).not.toBe(publicKey);
    expect(await shop.enrolled("owner", { public_key: spelling })).toEqual(first);
    const events = ["TillEnrolled", "TillEnrolled", "TillPersonAdded"];
    expect((await shop.events()).map(({ type }) => type)).toEqual(events);
  });

  test("TILL-04: ten devices at once get ten numbers without a gap", async () => {
    const tills = await Promise.all(Array.from({ length: 10 }, () => shop.enrolled("owner")));
    expect(tills.map(({ till }) => till).toSorted((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(new Set(tills.map(({ device }) => device)).size).toBe(10);
    expect(await shop.events()).toHaveLength(10);
  });

  test("TILL-04: ten requests of one device at once give it one till", async () => {
    const same = { public_key: newPublicKey() };
    const tills = await Promise.all(Array.from({ length: 10 }, () => shop.enrolled("owner", same)));
    expect(new Set(tills.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await shop.events()).toHaveLength(1);
  });

  test("TILL-04: one device that asks for ten numbers at once has one of them", async () => {
    const publicKey = newPublicKey();
    const tills = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        shop.enrolled("owner", { public_key: publicKey, number: 10 + index }),
      ),
    );
    expect(new Set(tills.map(({ till }) => till)).size).toBe(1);
    expect(await shop.events()).toHaveLength(1);
  });

  test("a repeated request is done once, and its key is for no other request", async () => {
    const publicKey = newPublicKey();
    const headers = { "idempotency-key": randomUUID() };
    const first = await shop.enrol("owner", { public_key: publicKey, headers });
    const again = await shop.enrol("owner", { public_key: publicKey, headers });
    expect(statusAndText(again)).toBe(statusAndText(first));
    const other = await shop.enrol("owner", { headers });
    expect(other).toMatchObject({ status: 422, body: failure("key-reused", expect.any(String)) });
    expect(await shop.events()).toHaveLength(1);
  });

  test("TILL-05: after a restore a device gets its old number, if no other has it", async () => {
    expect((await shop.enrolled("owner", { number: 7 })).till).toBe(7);
    expect((await shop.enrolled("owner", { number: 7 })).till).toBe(8);
    expect((await shop.enrolled("owner", { number: 4 })).till).toBe(4);
    // The other old numbers stay free for their devices.
    expect((await shop.enrolled("owner")).till).toBe(9);
    // So far from the others, a search for tills would end before it.
    expect((await shop.enrolled("owner", { number: 5_000 })).till).toBe(10);
  });

  test("TILL-05: a device is found again behind a gap in the numbers", async () => {
    const publicKey = newPublicKey();
    expect((await shop.enrolled("owner", { number: 65 })).till).toBe(65);
    const far = await shop.enrolled("owner", { public_key: publicKey, number: 129 });
    expect(far.till).toBe(129);
    expect(await shop.enrolled("owner", { public_key: publicKey })).toEqual(far);
    expect((await shop.enrolled("owner")).till).toBe(130);
  });

  test("TILL-08: a key that is not an ECDSA P-256 key is refused", async () => {
    const before = await written(apis);
    const curve = Buffer.from(newPublicKey(), "base64");
    const offCurve = Buffer.from(curve);
    offCurve.writeUInt8(offCurve.readUInt8(90) ^ 1, 90);
    const bad = [
      offCurve.toString("base64"),
      randomBytes(91).toString("base64"),
      newPublicKey("secp256k1"),
      newPublicKey("P-384"),
      curve.toString("base64").slice(0, -4),
    ];
    for (const publicKey of bad) {
      const answer = await shop.enrol("owner", { public_key: publicKey });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("public_key: ")]);
    }
    expect(await written(apis)).toEqual(before);
  });

  test("TILL-09: a business has 200 tills at most, and a removed one makes room", async () => {
    const publicKey = newPublicKey();
    const own = await shop.enrolled("owner", { public_key: publicKey });
    for (let count = 1; count < MOST_TILLS; count += 1) await shop.enrol("owner");
    const refused = await shop.enrol("owner");
    expect([refused.status, refused.body]).toEqual([
      409,
      failure("too-many-tills", "This business has 200 tills. Remove one that is no longer used."),
    ]);
    expect(await shop.list()).toHaveLength(200);
    expect(await shop.enrolled("owner", { public_key: publicKey })).toEqual(own);
    await shop.remove("owner", 3);
    expect((await shop.enrolled("owner")).till).toBe(MOST_TILLS + 2);
    expect((await shop.enrol("owner")).status).toBe(409);
  });
});

/** Of base64. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const nextLetter = (letter: string): string => LETTERS.charAt(LETTERS.indexOf(letter) + 1);

describe("managing", () => {
  test("TILL-06: owner and manager list, rename, approve and pause tills", async () => {
    await shop.enrolled("cashier");
    for (const as of ["owner", "manager"] as const) {
      const name = `Till of the ${as}`;
      expect((await shop.change(as, 2, { name, active: true })).status).toBe(200);
      expect(await namesAndStates(shop)).toEqual([[2, name, "active"]]);
      expect((await shop.change(as, 2, { active: false })).status).toBe(200);
      expect(await namesAndStates(shop)).toEqual([[2, name, "waiting"]]);
    }
    expect((await shop.events()).map(({ type }) => type)).toEqual([
      "TillEnrolled",
      ...Array.from({ length: 4 }, () => "TillChanged"),
    ]);
  });

  test.for(ROLES.filter((role) => role !== "owner" && role !== "manager"))(
    "TILL-06: the role %s does not manage tills",
    async (as) => {
      await shop.enrolled("owner");
      const before = await written(apis);
      const answers = [
        await shop.call(as, "GET", TILLS),
        await shop.change(as, 2, { name: "Mine", active: true }),
        await shop.remove(as, 2),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(await written(apis)).toEqual(before);
    },
  );

  test.for(["stock_keeper", "accountant", "auditor"] as const)(
    "TILL-06: the role %s may not sell and enrols no device",
    async (as) => {
      const before = await written(apis);
      expect((await shop.enrol(as)).status).toBe(403);
      expect(await written(apis)).toEqual(before);
    },
  );

  test("an unknown number is not found, and a change of an older version is refused", async () => {
    await shop.enrolled("owner");
    const before = await written(apis);
    for (const path of ["3", "1", "02x", "-2", "20000", randomUUID()]) {
      const answer = await shop.call("owner", "PUT", `${TILLS}/${path}`, { body: { name: "X" } });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        404,
        failure("till-not-found", "Till not found"),
      ]);
    }
    expect((await shop.remove("owner", 3)).status).toBe(404);
    const stale = await shop.change("owner", 2, { name: "X" }, { "if-match": '"9"' });
    expect(stale.status).toBe(412);
    expect(await written(apis)).toEqual(before);
  });

  test("TILL-07: a removed till stays listed, and its device cannot become one again", async () => {
    const publicKey = newPublicKey();
    await shop.enrolled("owner", { public_key: publicKey });
    // Another business has a till with this number.
    const other = await openTenant(apis);
    await other.enrolled("owner");
    await apis.query(
      `insert into es.counters (tenant_id, name, value) values ($1, 'till:2', 57), ($2, 'till:2', 9)`,
      [shop.tenantId, other.tenantId],
    );
    await apis.query(
      `insert into ops.tills (tenant_id, till, contact_ms, told_seq, received_seq)
       values ($1, 2, 1000, 61, 57), ($2, 2, 1000, 10, 9)`,
      [shop.tenantId, other.tenantId],
    );

    expect((await shop.remove("manager", 2, { reason: "stolen" })).status).toBe(200);
    expect((await shop.events()).at(-1)).toMatchObject({
      type: "TillRevoked",
      data: { till: 2, lastSeq: 57, toldSeq: 61, reason: "stolen" },
    });
    expect(await shop.list()).toMatchObject([{ till: 2, state: "revoked", missing_entries: 4 }]);
    for (const as of ["owner", "cashier"] as const) {
      const refused = await shop.enrol(as, { public_key: publicKey });
      expect([refused.status, refused.body]).toEqual([409, REMOVED]);
    }
    const changed = await shop.change("owner", 2, { active: true });
    expect([changed.status, changed.body]).toEqual([409, REMOVED]);

    expect((await shop.remove("owner", 2)).status).toBe(200);
    expect(await shop.events()).toHaveLength(2);
    expect((await shop.enrolled("owner")).till).toBe(3);
    expect(await other.list()).toMatchObject([{ till: 2, state: "active", missing_entries: 1 }]);
  });

  test("TILL-07: a till that never called is removed without missing entries", async () => {
    await shop.enrolled("owner");
    expect((await shop.call("owner", "DELETE", `${TILLS}/2`)).status).toBe(200);
    expect((await shop.events()).at(-1)?.data).toEqual({ till: 2, lastSeq: 0, toldSeq: 0 });
  });

  test("TILL-10: the list says who added a till and when, when it last called and what is missing", async () => {
    const before = Date.now();
    const { device } = await shop.enrolled("owner");
    const [item] = await shop.list();
    expect(item).toEqual({
      till: 2,
      device,
      name: "Front counter",
      state: "active",
      enrolled_at: expect.any(String),
      enrolled_by: "Ama Owner",
      last_contact_at: null,
      missing_entries: 0,
    });
    const enrolledMs = Date.parse(item?.enrolled_at ?? "");
    expect(enrolledMs).toBeGreaterThanOrEqual(before);
    expect(enrolledMs).toBeLessThanOrEqual(Date.now());

    const first = await shop.call("owner", "GET", TILLS);
    const unchanged = await again(first);
    expect(unchanged.status).toBe(304);
    await apis.query(
      `insert into ops.tills (tenant_id, till, contact_ms, told_seq, received_seq)
       values ($1, 2, $2, 61, 57)`,
      [shop.tenantId, Date.parse("2026-11-24T14:00:00Z")],
    );
    // No event came, and yet the answer is another.
    expect((await again(first)).status).toBe(200);
    expect(await shop.list("manager")).toMatchObject([
      { last_contact_at: "2026-11-24T14:00:00.000Z", missing_entries: 4 },
    ]);
  });

  const again = (known: Answer): Promise<Answer> =>
    shop.call("owner", "GET", TILLS, {
      headers: { "if-none-match": String(known.headers["etag"]) },
    });

  test("TILL-11: tills of two businesses have equal numbers and nothing else in common", async () => {
    const other = await openTenant(apis);
    const same = { public_key: newPublicKey() };
    const [own, theirs] = [
      await shop.enrolled("owner", same),
      await other.enrolled("cashier", { ...same, name: "Theirs" }),
    ];
    expect([own.till, theirs.till]).toEqual([2, 2]);
    expect(own.device).not.toBe(theirs.device);

    await shop.change("owner", 2, { name: "Ours" });
    await other.remove("owner", 2);
    expect(await namesAndStates(shop)).toEqual([[2, "Ours", "active"]]);
    expect(await namesAndStates(other)).toEqual([[2, "Theirs", "revoked"]]);
    expect(await shop.enrolled("cashier", same)).toEqual({ ...own, name: "Ours" });
  });
});
