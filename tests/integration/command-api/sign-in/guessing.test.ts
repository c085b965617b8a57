import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createPasswords } from "#kernel/node/crypto/passwords.ts";
import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import { codeOf, registered } from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("guessing", () => {
  test("on one account stops after fifteen attempts from one address, while its owner signs in from another", async () => {
    const guarded = await createAccountApi(suite.database);
    const owner = await registered(suite.api);
    const spy = vi.spyOn(guarded.accounts.passwords, "isRight");
    const answers = [];
    for (let tries = 0; tries < 40; tries++) {
      answers.push(await guarded.signIn(owner.email, `guess ${tries}`, "203.0.113.5"));
    }
    expect(spy).toHaveBeenCalledTimes(15);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(15).fill(401),
      ...Array<number>(25).fill(429),
    ]);
    expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThan(500);
    expect((await guarded.signIn(owner.email, owner.password, "203.0.113.5")).statusCode).toBe(429);
    expect((await guarded.signIn(owner.email, owner.password, "192.0.2.1")).statusCode).toBe(200);
    await guarded.app.close();
  });

  test("from fifty addresses stops after a hundred in a row, except from a network the owner has used", async () => {
    const guarded = await createAccountApi(suite.database);
    const owner = await registered(suite.api);
    const spy = vi.spyOn(guarded.accounts.passwords, "isRight");
    for (let tries = 0; tries < 110; tries++) {
      await guarded.signIn(owner.email, "guess", `203.0.${tries % 50}.5`);
    }
    expect(spy).toHaveBeenCalledTimes(100);
    expect((await guarded.signIn(owner.email, owner.password, "192.0.2.1")).statusCode).toBe(429);
    // The account was registered from 198.51.100.7.
    expect((await guarded.signIn(owner.email, owner.password, "198.51.100.200")).statusCode).toBe(
      200,
    );
    expect(
      await suite.database.rows(
        "select count(*) from es.events where tenant_id = $1 and type = 'LockedOut'",
        [owner.tenant.id],
      ),
    ).toEqual([["1"]]);
    // A right password resets the count.
    guarded.time.nowMs = suite.api.time.nowMs + 1;
    expect((await guarded.signIn(owner.email, owner.password, "198.51.100.201")).statusCode).toBe(
      200,
    );
    expect((await guarded.signIn(owner.email, owner.password, "192.0.2.1")).statusCode).toBe(200);
    await guarded.app.close();
  });

  test("counts the same for an account that does not exist", async () => {
    const guarded = await createAccountApi(suite.database);
    const statuses = [];
    for (let tries = 0; tries < 17; tries++) {
      statuses.push((await guarded.signIn("ghost@example.com", "x", "203.0.113.6")).statusCode);
    }
    expect(statuses.slice(14)).toEqual([401, 429, 429]);
    await guarded.app.close();
  });

  test("from one address on many accounts stops at the limit per minute", async () => {
    const guarded = await createAccountApi(suite.database, { signInsPerMinute: 3 });
    const tries = (from: string) =>
      Promise.all([1, 2, 3, 4].map((n) => guarded.signIn(`victim${n}@example.com`, "x", from)));
    const v4 = await tries("203.0.113.8");
    expect(v4.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    expect(Number(v4[3]?.headers["retry-after"])).toBeLessThanOrEqual(60);
    // One IPv6 customer has 2^64 addresses.
    const v6 = [];
    for (const n of [1, 2, 3, 4]) {
      v6.push(await guarded.signIn(`victim${n}@example.com`, "x", `2001:db8:1:2::${n}`));
    }
    expect(v6.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    await guarded.app.close();
  });

  test("a forged X-Forwarded-For does not help", async () => {
    const guarded = await createAccountApi(suite.database, { signInsPerMinute: 3 });
    const statuses = [];
    for (const n of [1, 2, 3, 4]) {
      const { statusCode } = await guarded.app.inject({
        method: "POST",
        url: "/auth/login.php",
        headers: { "x-forwarded-for": `203.0.113.${n}` },
        payload: { email: `victim${n}@example.com`, password: "x" },
      });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    await guarded.app.close();
  });

  test("a flood is refused before it queues up", async () => {
    const guarded = await createAccountApi(suite.database);
    const small = await createPasswords({ atOnce: 1, mostWaiting: 3 });
    Object.assign(guarded.accounts, { passwords: small });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        guarded.signIn(`flood${n}@example.com`, "x", "203.0.113.9"),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    const busy = answers.find(({ statusCode }) => statusCode === 503);
    expect(busy?.headers["retry-after"]).toBe("1");
    expect(busy && codeOf(busy)).toBe("unavailable");
    await guarded.app.close();
  });
});
