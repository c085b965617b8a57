import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { AccountView } from "#kernel/contract/api/account.ts";
import { UnlockAnswer } from "#kernel/contract/api/till/pin.ts";
import { openReacting, type Reacting } from "#tests/integration/settings/reacting.ts";

import { codeOf, openPinShop, OTHER_PIN, PIN, type PersonHere, type PinShop } from "./pin-shop.ts";

let apis: Reacting;
let shop: PinShop;
beforeAll(async () => {
  apis = await openReacting();
  shop = await openPinShop(apis);
});
afterAll(() => apis.close());

const hasPin = async ({ token }: PersonHere): Promise<boolean> => {
  const { body } = await shop.askAs({ token }, "GET", "/api/v1/account");
  return z.object({ data: AccountView }).parse(body).data.has_pin;
};

describe("a PIN", () => {
  test("PIN-03: is set by its person with the password, and only its hash is stored", async () => {
    const [esi, kofi] = [await shop.hire("cashier"), await shop.hire("cashier")];
    expect(await hasPin(esi)).toBe(false);
    expect(codeOf(await shop.setPin(esi, PIN, { password: "wrong horse" }))).toBe(
      "403 wrong-password",
    );
    expect(await hasPin(esi)).toBe(false);
    expect(codeOf(await shop.setPin(esi, PIN))).toBe("ok");
    expect([await hasPin(esi), await hasPin(kofi)]).toEqual([true, false]);
    const events = await shop.eventsOfType("PinSet");
    expect(events).toEqual([{ type: "PinSet", data: { userId: esi.id }, actor_id: esi.id }]);
    const [stored] = await apis.query<{ pin_hash: string }>(
      "select pin_hash from auth.pins where tenant_id = $1 and user_id = $2",
      [shop.tenantId, esi.id],
    );
    expect(stored?.pin_hash).toMatch(/^\$argon2id\$/);
  });

  test("PIN-01, PIN-02: that is easy to guess or too short for the role is refused", async () => {
    const [esi, ama] = [await shop.hire("cashier"), await shop.hire("manager")];
    for (const pin of ["1234", "0000", "4321", "1212"]) {
      expect(codeOf(await shop.setPin(esi, pin))).toBe("400 pin-not-allowed");
    }
    expect(codeOf(await shop.setPin(esi, "2580"))).toBe("ok");
    expect(await shop.setPin(ama, "2580")).toMatchObject({
      status: 400,
      body: { error: "Your role needs a PIN of 6 digits" },
    });
    expect(codeOf(await shop.setPin(ama, PIN))).toBe("ok");
  });

  test("PIN-03: is of no use to people who may not sell", async () => {
    for (const role of ["stock_keeper", "accountant", "auditor"] as const) {
      expect(codeOf(await shop.setPin(await shop.hire(role), PIN))).toBe("403 not-allowed");
    }
  });

  test("PIN-03: is set once for a repeated request, which must repeat the PIN", async () => {
    const esi = await shop.hire("cashier");
    const headers = { "idempotency-key": randomUUID() };
    expect(codeOf(await shop.setPin(esi, PIN, { headers }))).toBe("ok");
    expect(codeOf(await shop.setPin(esi, PIN, { headers }))).toBe("ok");
    expect(codeOf(await shop.setPin(esi, OTHER_PIN, { headers }))).toBe("422 key-reused");
    expect(codeOf(await shop.unlock(esi.id, PIN))).toBe("ok");
    const events = await shop.eventsOfType("PinSet");
    expect(events.filter(({ actor_id }) => actor_id === esi.id)).toHaveLength(1);
  });

  test("PIN-04: is gone after a password reset, a removal and a promotion", async () => {
    const [esi, kofi, yaw] = [
      await shop.hireWithPin("cashier"),
      await shop.hireWithPin("cashier"),
      await shop.hireWithPin("cashier", "2580"),
    ];
    const staff = (method: "PUT" | "DELETE", id: string, body: object) =>
      shop.call("owner", method, `/api/v1/staff/${id}`, { body });
    expect((await staff("DELETE", kofi.id, {})).status).toBe(200);
    expect((await staff("PUT", yaw.id, { role: "manager" })).status).toBe(200);
    await resetPassword(esi);
    const rows = await apis.query<{ user_id: string }>(
      "select user_id from auth.pins where tenant_id = $1 and user_id = any ($2)",
      [shop.tenantId, [esi.id, kofi.id, yaw.id]],
    );
    expect(rows).toEqual([]);
    expect(codeOf(await shop.unlock(esi.id, PIN))).toBe("403 wrong-pin");
  });

  test("PIN-04: that is new ends what the one before opened", async () => {
    const esi = await shop.hireWithPin("cashier");
    const token = await shop.unlocked(esi.id, PIN);
    expect(codeOf(await shop.setPin(esi, OTHER_PIN))).toBe("ok");
    expect(codeOf(await shop.askAs({ token }, "POST", "/api/v1/logout", {}))).toBe(
      "401 not-signed-in",
    );
    expect(await hasPin(esi)).toBe(true);
    expect(codeOf(await shop.unlock(esi.id, PIN))).toBe("403 wrong-pin");
    expect(codeOf(await shop.unlock(esi.id, OTHER_PIN))).toBe("ok");
  });
});

/** With the link that an email brings. */
async function resetPassword({ id }: PersonHere): Promise<void> {
  const email = `${id}@shops.example`;
  const { command } = apis.apps;
  const key = randomUUID();
  const headers = { "idempotency-key": key };
  const url = "/api/v1/auth/forgot-password";
  await command.inject({ method: "POST", url, headers, payload: { email } });
  const token = apis.mailLinks.tokenFor(
    "password-reset",
    shop.tenantId,
    z.uuid().brand<"CommandId">().parse(key),
  );
  const answer = await command.inject({
    method: "POST",
    url: "/api/v1/auth/reset-password",
    payload: { token, password: "another horse" },
  });
  expect(answer.statusCode).toBe(200);
}

describe("unlocking", () => {
  test("PIN-06: gives a session of 12 hours to a person who may sell", async () => {
    const esi = await shop.hireWithPin("cashier");
    const before = apis.clock();
    const answer = await shop.unlock(esi.id, PIN);
    const { user, until } = UnlockAnswer.parse(answer.body);
    expect(user).toMatchObject({ id: esi.id, role: "cashier", first_name: "A", last_name: "B" });
    const hours = (Date.parse(until) - before) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThan(12.1);
    const rows = await apis.query<{ purpose: string; till: number }>(
      "select purpose, till from auth.sessions where tenant_id = $1 and user_id = $2 and purpose <> 'work'",
      [shop.tenantId, esi.id],
    );
    expect(rows).toEqual([{ purpose: "till", till: shop.till.till }]);
  });

  test("PIN-06: answers a wrong PIN, no PIN, another role and an unknown person alike", async () => {
    const [esi, kofi] = [await shop.hireWithPin("cashier"), await shop.hire("cashier")];
    const yaw = await shop.hireWithPin("cashier");
    const other = await openPinShop(apis);
    const stranger = await other.hireWithPin("cashier");
    await apis.query(
      "update auth.memberships set role = 'stock_keeper' where tenant_id = $1 and user_id = $2",
      [shop.tenantId, yaw.id],
    );
    for (const [who, pin] of [
      [esi.id, OTHER_PIN],
      [kofi.id, PIN],
      [yaw.id, PIN],
      [randomUUID(), PIN],
      [stranger.id, PIN],
    ] as const) {
      const replies = [];
      for (let attempt = 1; attempt <= 6; attempt++) {
        replies.push(codeOf(await shop.unlock(who, pin)));
      }
      expect([who, ...replies]).toEqual([
        who,
        ...Array.from({ length: 4 }, () => "403 wrong-pin"),
        "429 too-many-requests",
        "429 too-many-requests",
      ]);
    }
    // Of the other business nothing is locked, although the ids are the same.
    expect(codeOf(await other.unlock(stranger.id, PIN))).toBe("ok");
  });

  test("PIN-07: a till that waits, was paused or removed unlocks nothing, and its sessions end", async () => {
    const ama = await shop.hireWithPin("manager");
    const till = await shop.secondTill();
    const token = await shop.unlocked(ama.id, PIN, till);
    const isOpen = async (one: string) =>
      (await shop.askAs({ token: one }, "GET", `/api/v1/approvals/${randomUUID()}`)).status === 404;
    expect(await isOpen(token)).toBe(true);
    await shop.change("owner", till.till, { active: false });
    expect(codeOf(await shop.unlock(ama.id, PIN, { till }))).toBe("403 till-not-active");
    await expect.poll(() => isOpen(token), { timeout: 3_000 }).toBe(false);

    await shop.change("owner", till.till, { active: true });
    const again = await shop.unlocked(ama.id, PIN, till);
    expect((await shop.remove("owner", till.till)).status).toBe(200);
    expect(codeOf(await shop.unlock(ama.id, PIN, { till }))).toBe("403 till-not-active");
    await expect.poll(() => isOpen(again), { timeout: 3_000 }).toBe(false);

    const forged = { ...till, till: shop.till.till };
    expect(codeOf(await shop.unlock(ama.id, PIN, { till: forged }))).toBe("403 unknown-till");
    const other = await openPinShop(apis);
    expect(codeOf(await other.unlock(ama.id, PIN, { till: shop.till }))).toBe("403 unknown-till");
  });

  test("PIN-10: the first time at a till is recorded, but not that of the person who enrolled it", async () => {
    const own = await openPinShop(apis);
    const [esi, till] = [await own.hireWithPin("cashier"), await own.secondTill()];
    for (const at of [own.till, own.till, till]) await own.unlocked(esi.id, PIN, at);
    const person = { userId: esi.id };
    expect(await own.eventsOfType("TillPersonAdded")).toEqual([
      { type: "TillPersonAdded", data: { till: own.till.till, ...person }, actor_id: esi.id },
      { type: "TillPersonAdded", data: { till: till.till, ...person }, actor_id: esi.id },
    ]);
    await own.enrolled("owner", { public_key: till.signer.publicKey });
    expect(await own.eventsOfType("TillPersonAdded")).toHaveLength(2);
    // With the password on the same device.
    await own.enrolled("manager", { public_key: till.signer.publicKey });
    await own.enrolled("manager", { public_key: till.signer.publicKey });
    expect(await own.eventsOfType("TillPersonAdded")).toHaveLength(3);
  });
});

describe("wrong tries", () => {
  const MINUTE_MS = 60_000;

  test("PIN-05: lock for 1, 5 and 15 minutes at all tills and over a restart; the right PIN resets them", async () => {
    const own = await openPinShop(apis);
    const [esi, till] = [await own.hireWithPin("cashier"), await own.secondTill()];
    const tills = [own.till, till];
    const wrong = (n: number) => own.unlock(esi.id, OTHER_PIN, { till: tills[n % 2] ?? till });
    for (let n = 1; n <= 4; n++) expect(codeOf(await wrong(n))).toBe("403 wrong-pin");
    for (const minutes of [1, 5, 15, 15]) {
      const locked = await wrong(minutes);
      expect([codeOf(locked), locked.retryAfter]).toEqual(["429 too-many-requests", minutes * 60]);
      // The right PIN waits, too, also at another process.
      const twin = await apis.openTwin();
      expect(codeOf(await own.unlock(esi.id, PIN, { till, app: twin.app }))).toBe(
        "429 too-many-requests",
      );
      await twin.close();
      apis.time.aheadMs += minutes * MINUTE_MS + 1000;
    }
    expect(codeOf(await own.unlock(esi.id, PIN))).toBe("ok");
    for (let n = 1; n <= 4; n++) expect(codeOf(await wrong(n))).toBe("403 wrong-pin");
    expect(codeOf(await own.unlock(esi.id, PIN))).toBe("ok");

    const locks = await own.eventsOfType("PinLocked");
    expect(locks).toHaveLength(4);
    expect(locks[0]).toMatchObject({ data: { userId: esi.id, until: expect.any(Number) } });
  });

  test("PIN-05: at the same moment count, each of them", async () => {
    const own = await openPinShop(apis);
    const esi = await own.hireWithPin("cashier");
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => own.unlock(esi.id, OTHER_PIN)),
    );
    const [wrong, locked] = ["403 wrong-pin", "429 too-many-requests"];
    const expected = [
      ...Array.from({ length: 4 }, () => wrong),
      ...Array.from({ length: 4 }, () => locked),
    ];
    expect(replies.map(codeOf).toSorted()).toEqual(expected);
  });

  test("PIN-05: count also when one has an earlier time than the one before it", async () => {
    const own = await openPinShop(apis);
    const esi = await own.hireWithPin("cashier");
    for (let n = 1; n <= 4; n++) {
      expect(codeOf(await own.unlock(esi.id, OTHER_PIN))).toBe("403 wrong-pin");
      apis.time.aheadMs -= 1000;
    }
    expect(codeOf(await own.unlock(esi.id, OTHER_PIN))).toBe("429 too-many-requests");
  });

  test("PIN-05: are forgotten a day after the last", async () => {
    const own = await openPinShop(apis);
    const esi = await own.hireWithPin("cashier");
    for (let n = 1; n <= 4; n++) await own.unlock(esi.id, OTHER_PIN);
    apis.time.aheadMs += 24 * 60 * MINUTE_MS + 1000;
    expect(codeOf(await own.unlock(esi.id, OTHER_PIN))).toBe("403 wrong-pin");
    const rows = await apis.query<{ wrong: number }>(
      "select wrong from auth.pin_tries where tenant_id = $1",
      [own.tenantId],
    );
    expect(rows).toEqual([{ wrong: 1 }]);
  });
});
