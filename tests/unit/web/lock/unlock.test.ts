import { beforeEach, describe, expect, test } from "vitest";

import type { UnlockAnswer } from "#kernel/contract/api/till/pin.ts";
import { RequestError } from "#web/api/request-error.ts";
import { createPeopleHere } from "#web/lock/people-here.ts";
import { createUnlock } from "#web/lock/unlock.ts";
import { createVerifier, proves } from "#web/lock/verifier.ts";

const MINUTE = 60_000;
/** As few as possible: the real number takes half a second. */
const ROUNDS = 1;
const esi = { id: "esi", role: "cashier" };
const user = { ...esi, first_name: "Esi", last_name: "Owusu", email: "esi@adom.example" };
const wrongPin = () => new RequestError("refused", "Wrong PIN", { status: 403, code: "wrong-pin" });
const noAnswer = () => new RequestError("fault", "No answer from the server");

let stored: Map<string, unknown>;
let isOnline: boolean;
let nowMs: number;
let ask: () => Promise<UnlockAnswer>;

const accepts = (): Promise<UnlockAnswer> =>
  Promise.resolve({ token: "till-token", user, until: "2026-11-26T10:00:00Z" });

/** Longer than any answer here takes, also on a busy machine. */
const PATIENT_MS = 10_000;

/** A till over the stored rows, as after a reload. */
function openTill(patienceMs = PATIENT_MS) {
  // A till remembers a PIN after it has unlocked, perhaps when the next test has begun.
  const rows = stored;
  const people = createPeopleHere({
    get: (key) => Promise.resolve(rows.get(key)),
    put: (key, value) => Promise.resolve(void rows.set(key, structuredClone(value))),
  });
  const deps = { people, ask: () => ask(), isOnline: () => isOnline, nowMs: () => nowMs };
  return { people, ...createUnlock({ ...deps, patienceMs, rounds: ROUNDS }) };
}

/** Esi unlocks online once with this PIN, and the network goes. */
async function unlockOnce(pin: string) {
  const till = openTill();
  await till.unlock(esi, pin);
  await expect.poll(async () => (await till.people.read("esi")).verifier).toBeDefined();
  isOnline = false;
}

beforeEach(() => {
  stored = new Map();
  isOnline = true;
  nowMs = 1_800_000_000_000;
  ask = accepts;
});

describe("a PIN with a network", () => {
  test("PIN-32: opens the till with the session that the server began", async () => {
    expect(await openTill().unlock(esi, "4826")).toEqual({
      is: "unlocked",
      user,
      token: "till-token",
    });
  });

  test.each([
    ["at once", accepts],
    [
      "slowly",
      () => new Promise<UnlockAnswer>((resolve) => setTimeout(() => resolve(accepts()), 60)),
    ],
  ])(
    "PIN-49: the first time, is remembered before the till opens, if the server answers %s",
    async (_, answer) => {
      ask = answer;
      const till = openTill();
      await till.unlock(esi, "4826");
      expect((await till.people.read("esi")).verifier).toBeDefined();
    },
  );

  const nothing = () => Promise.resolve(undefined);
  const fails = () => Promise.reject(new Error("full"));
  const hangs = () => new Promise<never>(() => undefined);
  test.each([
    ["cannot be written", { get: nothing, put: fails }],
    ["cannot be read", { get: fails, put: fails }],
    ["does not answer a write", { get: nothing, put: hangs }],
    ["does not answer at all", { get: hangs, put: hangs }],
  ])("PIN-49: a device whose storage %s opens all the same", async (_, meta) => {
    const people = createPeopleHere(meta);
    const deps = { people, ask: () => ask(), isOnline: () => true, patienceMs: 20, rounds: ROUNDS };
    expect(await createUnlock(deps).unlock(esi, "4826")).toMatchObject({ is: "unlocked" });
  });

  test("PIN-37: is wrong, locked or refused as the server says", async () => {
    const till = openTill();
    ask = () => Promise.reject(wrongPin());
    expect(await till.unlock(esi, "4826")).toEqual({ is: "wrong" });
    ask = () =>
      Promise.reject(
        new RequestError("refused", "Later", { status: 429, retryAfterMs: 5 * MINUTE }),
      );
    expect(await till.unlock(esi, "4826")).toEqual({ is: "locked", forMs: 5 * MINUTE });
    ask = () => Promise.reject(new RequestError("refused", "This till was removed"));
    expect(await till.unlock(esi, "4826")).toEqual({ is: "other", text: "This till was removed" });
  });

  test("PIN-37: of a person whose account has none says so", async () => {
    const till = openTill();
    await till.people.learnPin("esi", false);
    ask = () => Promise.reject(wrongPin());
    expect(await till.unlock(esi, "4826")).toEqual({ is: "no-pin" });
  });
});

describe("a PIN without a network", () => {
  test("PIN-35: opens only a till that the person has unlocked with a network", async () => {
    isOnline = false;
    expect(await openTill().unlock(esi, "4826")).toEqual({ is: "not-here" });
    isOnline = true;
    await unlockOnce("4826");
    expect(await openTill().unlock(esi, "4826")).toEqual({ is: "unlocked", user, token: "" });
    expect(await openTill().unlock({ ...esi, id: "kofi" }, "4826")).toEqual({ is: "not-here" });
  });

  test("PIN-35: a person who left and returned has to connect once", async () => {
    await unlockOnce("4826");
    await openTill().people.forgetOthers(["kofi"]);
    expect(await openTill().unlock(esi, "4826")).toEqual({ is: "not-here" });
  });

  test("PIN-35: gives the role that the till downloaded last", async () => {
    await unlockOnce("4826");
    const result = await openTill().unlock({ ...esi, role: "manager" }, "4826");
    expect(result).toMatchObject({ user: { role: "manager" } });
  });

  test("PIN-35: a server that does not answer is no network", async () => {
    await unlockOnce("4826");
    isOnline = true;
    ask = () => Promise.reject(noAnswer());
    expect(await openTill().unlock(esi, "4826")).toMatchObject({ is: "unlocked", token: "" });
  });

  test("PIN-36: locks after five wrong tries, and a reload does not save them", async () => {
    await unlockOnce("4826");
    const results = [];
    for (let each = 0; each < 5; each += 1) results.push(await openTill().unlock(esi, "0000"));
    expect(results.slice(0, 4)).toEqual([4, 3, 2, 1].map((left) => ({ is: "wrong", left })));
    expect(results[4]).toEqual({ is: "locked", forMs: MINUTE });
    expect(await openTill().unlock(esi, "4826")).toEqual({ is: "locked", forMs: MINUTE });
    nowMs += MINUTE;
    expect(await openTill().unlock(esi, "4826")).toMatchObject({ is: "unlocked" });
    expect(await openTill().unlock(esi, "0000")).toEqual({ is: "wrong", left: 4 });
  });

  test("PIN-36: what the till keeps does not hold the PIN, and is worth nothing without its key", async () => {
    await unlockOnce("482604");
    const { verifier } = await openTill().people.read("esi");
    expect(JSON.stringify([...stored])).not.toContain("482604");
    const key = await openTill().people.deviceKey();
    expect(key.extractable).toBe(false);
    if (verifier === undefined) throw new Error("no verifier");
    expect(await proves("482604", verifier, key)).toBe(true);
    stored = new Map();
    const otherKey = await openTill().people.deviceKey();
    expect(await proves("482604", verifier, otherKey)).toBe(false);
  });

  test("PIN-36: a verifier takes 600,000 rounds, and no two have the same salt", async () => {
    const key = await openTill().people.deviceKey();
    const [one, other] = [await createVerifier("4826", key), await createVerifier("4826", key)];
    expect(one.rounds).toBe(600_000);
    expect(one.salt).not.toBe(other.salt);
    expect(one.proof).not.toBe(other.proof);
  });
});

describe("the server's last word", () => {
  test("PIN-40: a slow server is not waited for, and its session follows", async () => {
    await unlockOnce("4826");
    isOnline = true;
    const { promise, resolve } = Promise.withResolvers<UnlockAnswer>();
    ask = () => promise;
    const result = await openTill(20).unlock(esi, "4826");
    expect(result).toMatchObject({ is: "unlocked", token: "" });
    resolve({ token: "late-token", user, until: "2026-11-26T10:00:00Z" });
    if (result.is !== "unlocked") throw new Error("not unlocked");
    expect(await result.later).toMatchObject({ is: "unlocked", token: "late-token" });
  });

  test("PIN-40: an old PIN that the server refuses no longer opens the till without a network", async () => {
    await unlockOnce("4826");
    isOnline = true;
    ask = () => Promise.reject(wrongPin());
    expect(await openTill().unlock(esi, "4826")).toEqual({ is: "wrong" });
    isOnline = false;
    expect(await openTill().unlock(esi, "4826")).toEqual({ is: "not-here" });
  });

  test("PIN-40: a wrong PIN that the server refuses leaves the right one working", async () => {
    await unlockOnce("4826");
    isOnline = true;
    ask = () => Promise.reject(wrongPin());
    await openTill().unlock(esi, "9999");
    isOnline = false;
    expect(await openTill().unlock(esi, "4826")).toMatchObject({ is: "unlocked" });
  });
});
