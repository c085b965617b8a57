import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  adminToken,
  ADMIN,
  codeOf,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const change = (token: string, current: string, next: string) =>
  suite.api.call(token, "PUT", "/api/v1/account/password", {
    current_password: current,
    new_password: next,
  });

const eventsOf = (tenantId: string) =>
  suite.database.rows("select type from es.events where tenant_id = $1 order by seq", [tenantId]);

describe("changing the password", () => {
  test("SET-10: ends every other session, keeps this one, and only the new password opens one", async () => {
    const owner = await registered(suite.api);
    const other = await registered(suite.api);
    const tills = [1, 2].map(() => suite.api.signIn(owner.email, owner.password));
    const tokens = (await Promise.all(tills)).map((answer) => signedIn(answer).token);
    expect((await change(owner.token, owner.password, "a new password")).json()).toEqual({
      success: true,
    });
    suite.api.time.nowMs += 1000;
    const statuses = await Promise.all(tokens.map((token) => suite.api.who(token)));
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    expect((await suite.api.who(owner.token)).statusCode).toBe(200);
    expect((await suite.api.who(other.token)).statusCode).toBe(200);
    expect((await suite.api.signIn(owner.email, owner.password)).statusCode).toBe(401);
    expect((await suite.api.signIn(owner.email, "a new password")).statusCode).toBe(200);
    expect((await eventsOf(owner.tenant.id)).flat()).toContain("PasswordChanged");
    expect((await eventsOf(other.tenant.id)).flat()).not.toContain("PasswordChanged");
  });

  test("a wrong current password is 403, not 401, and writes nothing", async () => {
    const owner = await registered(suite.api);
    const before = await eventsOf(owner.tenant.id);
    const answer = await change(owner.token, "wrong horse!", "a new password");
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, "wrong-password"]);
    expect(await eventsOf(owner.tenant.id)).toEqual(before);
    expect((await suite.api.signIn(owner.email, owner.password)).statusCode).toBe(200);
  });

  test("a stolen session gets fifteen guesses", async () => {
    const guarded = await createAccountApi(suite.database, { signInsPerMinute: 30 });
    const { token, password } = await registered(guarded);
    const tryIt = async (guess: string) => {
      const body = { current_password: guess, new_password: "a new password" };
      return (await guarded.call(token, "PUT", "/api/v1/account/password", body)).statusCode;
    };
    const statuses = [];
    for (let tries = 0; tries < 17; tries++) statuses.push(await tryIt(`guess ${tries}`));
    expect(statuses).toEqual([...Array<number>(15).fill(403), 429, 429]);
    expect(await tryIt(password)).toBe(429);
    await guarded.app.close();
  });

  test("two concurrent changes result in one", async () => {
    const owner = await registered(suite.api);
    const answers = await Promise.all(
      ["first new one", "second new one"].map((next) => change(owner.token, owner.password, next)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 403]));
  });

  test("a concurrent sign-in with the old password either commits first and is ended, or is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await registered(suite.api);
      const [changed, ...opened] = await Promise.all([
        change(owner.token, owner.password, "a new password"),
        ...[1, 2, 3].map(() => suite.api.signIn(owner.email, owner.password)),
      ]);
      expect(changed.statusCode).toBe(200);
      suite.api.time.nowMs += 1000;
      for (const answer of opened) {
        const status =
          answer.statusCode === 200
            ? (await suite.api.who(signedIn(answer).token)).statusCode
            : answer.statusCode;
        expect(status).toBe(401);
      }
    }
  });

  test("also works for super admins", async () => {
    const own = await createAccountApi(suite.database);
    const token = await adminToken(own);
    const body = { current_password: ADMIN.password, new_password: "platform secret 2" };
    expect((await own.call(token, "PUT", "/api/v1/account/password", body)).statusCode).toBe(200);
    expect((await own.adminSignIn(ADMIN.email, ADMIN.password)).statusCode).toBe(401);
    expect((await own.adminSignIn(ADMIN.email, "platform secret 2")).statusCode).toBe(200);
    await own.app.close();
  });

  test("applies the rules for new passwords and accepts no other fields", async () => {
    const owner = await registered(suite.api);
    const { password } = owner;
    const bad = [
      { current_password: password, new_password: "short" },
      { current_password: password, new_password: "x".repeat(129) },
      { current_password: password },
      { new_password: "a new password" },
      { current_password: password, new_password: "a new password", user_id: owner.user.id },
    ];
    for (const body of bad) {
      const answer = await suite.api.call(owner.token, "PUT", "/api/v1/account/password", body);
      expect(answer.statusCode).toBe(400);
    }
    expect((await suite.api.who(owner.token)).statusCode).toBe(200);
  });
});
