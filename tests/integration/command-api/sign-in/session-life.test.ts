import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  adminToken,
  registrationInput,
  codeOf,
  type Registered,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { claimsOf, edDsa, forge } from "#tests/integration/command-api/account-store/forge.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("a session", () => {
  test("ends at sign-out, within a second even if it was just cached", async () => {
    const owner = await registered(suite.api);
    const other = signedIn(await suite.api.post("/auth/login.php", owner)).token;
    expect((await suite.api.who(owner.token)).statusCode).toBe(200);
    expect((await suite.api.logOut(owner.token)).json()).toEqual({ success: true });
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(owner.token)).statusCode).toBe(401);
    expect((await suite.api.who(other)).statusCode).toBe(200);
    expect((await suite.api.logOut(owner.token)).statusCode).toBe(401);
    expect(
      await suite.database.rows(
        "select data->>'reason' from es.events where tenant_id = $1 and type = 'SessionsEnded'",
        [owner.tenant.id],
      ),
    ).toEqual([["signed-out"]]);
  });

  test("of a super admin ends at sign-out too", async () => {
    const token = await adminToken(suite.api);
    expect((await suite.api.logOut(token)).statusCode).toBe(200);
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(token, "/platform/who")).statusCode).toBe(401);
  });

  test("ending one keeps the session of another tenant with the same id", async () => {
    const [mine, theirs] = [await registered(suite.api), await registered(suite.api)];
    const sid = randomUUID();
    await suite.database.rows("update auth.sessions set sid = $1 where tenant_id in ($2, $3)", [
      sid,
      mine.tenant.id,
      theirs.tenant.id,
    ]);
    const ours = edDsa(suite.api.tokenKeys.privateKeyPem);
    const tokenOf = ({ token }: Registered) =>
      forge({ alg: "EdDSA" }, { ...claimsOf(token), sid }, ours);
    expect((await suite.api.who(tokenOf(mine))).json()).toMatchObject({ tenantId: mine.tenant.id });
    expect((await suite.api.who(tokenOf(theirs))).json()).toMatchObject({
      tenantId: theirs.tenant.id,
    });
    expect((await suite.api.logOut(tokenOf(mine))).statusCode).toBe(200);
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(tokenOf(mine))).statusCode).toBe(401);
    expect((await suite.api.who(tokenOf(theirs))).statusCode).toBe(200);
  });

  test("AUTH-25: ends after twelve hours without use, a super admin's after one hour", async () => {
    const { token } = await registered(suite.api);
    const admin = await adminToken(suite.api);
    const move = (ms: number) => (suite.api.time.nowMs += ms);
    move(HOUR_MS);
    expect((await suite.api.who(admin, "/platform/who")).statusCode).toBe(200);
    move(10 * HOUR_MS);
    expect((await suite.api.who(token)).statusCode).toBe(200);
    expect((await suite.api.who(admin, "/platform/who")).statusCode).toBe(401);
    move(12 * HOUR_MS);
    expect((await suite.api.who(token)).statusCode).toBe(200);
    move(12 * HOUR_MS + 1);
    expect((await suite.api.who(token)).statusCode).toBe(401);
  });

  test("ends after thirty days regardless of use", async () => {
    const { token } = await registered(suite.api);
    const startedMs = suite.api.time.nowMs;
    const statuses = new Set<number>();
    while (suite.api.time.nowMs + 8 * HOUR_MS < startedMs + 30 * DAY_MS) {
      suite.api.time.nowMs += 8 * HOUR_MS;
      statuses.add((await suite.api.who(token)).statusCode);
    }
    expect([...statuses]).toEqual([200]);
    suite.api.time.nowMs = startedMs + 30 * DAY_MS;
    expect((await suite.api.who(token)).statusCode).toBe(401);
  });

  test("ends with the membership and with the account", async () => {
    const dismissed = await registered(suite.api);
    await suite.database.rows("update auth.memberships set ended_ms = 1 where user_id = $1", [
      dismissed.user.id,
    ]);
    expect((await suite.api.who(dismissed.token)).statusCode).toBe(401);
    const disabled = await registered(suite.api);
    await suite.database.rows("update auth.users set disabled_ms = 1 where user_id = $1", [
      disabled.user.id,
    ]);
    expect((await suite.api.who(disabled.token)).statusCode).toBe(401);
  });

  test("applies a changed role at once; a missing right is 403 and logged", async () => {
    const owner = await registered(suite.api);
    await suite.database.rows("update auth.memberships set role = 'cashier' where user_id = $1", [
      owner.user.id,
    ]);
    const answer = await suite.api.who(owner.token, "/tenant/void");
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, "not-allowed"]);
    expect(
      await suite.database.rows("select target from audit.access_log where actor_id = $1", [
        owner.user.id,
      ]),
    ).toEqual([["GET /tenant/void"]]);
    await suite.database.rows("update auth.memberships set role = 'manager' where user_id = $1", [
      owner.user.id,
    ]);
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(owner.token, "/tenant/void")).statusCode).toBe(200);
  });

  test("is queried once for all requests within a second", async () => {
    const pool = suite.database.poolOf("query_ro", 4);
    const reader = await createAccountApi(suite.database, { sessionPool: pool });
    const { token } = signedIn(await reader.post("/auth/register.php", registrationInput()));
    const spy = vi.spyOn(pool, "query");
    const askTen = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => reader.who(token)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    };
    await askTen();
    reader.time.nowMs += 999;
    await askTen();
    expect(spy).toHaveBeenCalledTimes(1);
    reader.time.nowMs += 1;
    await askTen();
    expect(spy).toHaveBeenCalledTimes(2);
    reader.time.nowMs -= 500;
    await askTen();
    expect(spy).toHaveBeenCalledTimes(3);
    await reader.app.close();
  });
});
