import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { AccountView, SessionItem } from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  adminToken,
  codeOf,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { claimsOf } from "#tests/integration/command-api/account-store/forge.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const sessionsOf = async (token: string): Promise<SessionItem[]> => {
  const answer = await suite.api.call(token, "GET", "/api/v1/sessions");
  return success(z.array(SessionItem)).parse(answer.json()).data;
};
const sidOf = (token: string): string => String(claimsOf(token)["sid"]);
const statusOf = async (token: string) => (await suite.api.who(token)).statusCode;

async function withTwoMore() {
  const owner = await registered(suite.api);
  const first = signedIn(await suite.api.signIn(owner.email, owner.password, "203.0.113.9")).token;
  suite.api.time.nowMs += 60_000;
  const second = signedIn(await suite.api.signIn(owner.email, owner.password)).token;
  return { ...owner, first, second };
}

describe("the list of sessions", () => {
  test("shows device, network, age and last use of the user's sessions, most recently used first", async () => {
    const { token, first, second } = await withTwoMore();
    await withTwoMore();
    suite.api.time.nowMs += 60_000;
    const list = await sessionsOf(first);
    expect(list.map(({ id }) => id)).toEqual([first, second, token].map(sidOf));
    expect(list.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(list[0]).toEqual({
      id: sidOf(first),
      device: "Test",
      place: "203.0.113.0/24",
      created_at: new Date(suite.api.time.nowMs - 180_000).toISOString(),
      last_used_at: new Date(suite.api.time.nowMs).toISOString(),
      is_current: true,
    });
  });

  test("leaves out sessions that are signed out, unused for too long or too old", async () => {
    const { token, first, second } = await withTwoMore();
    await suite.api.logOut(second);
    expect((await sessionsOf(first)).map(({ id }) => id)).toEqual([first, token].map(sidOf));
    suite.api.time.nowMs += 11 * 3_600_000;
    await sessionsOf(first);
    suite.api.time.nowMs += 2 * 3_600_000;
    expect((await sessionsOf(first)).map(({ id }) => id)).toEqual([sidOf(first)]);
  });
});

describe("ending a session", () => {
  test("ends only that session, within a second", async () => {
    const { token, first, second, password } = await withTwoMore();
    expect(await statusOf(first)).toBe(200);
    const end = () =>
      suite.api.call(token, "DELETE", `/api/v1/sessions/${sidOf(first)}`, { password });
    const answer = await end();
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    suite.api.time.nowMs += 1000;
    expect(await Promise.all([token, first, second].map(statusOf))).toEqual([200, 401, 200]);
    const again = await end();
    expect([again.statusCode, codeOf(again)]).toEqual([404, "session-not-found"]);
  });

  test("SET-13: of their own requires the password", async () => {
    const { token, first } = await withTwoMore();
    const url = `/api/v1/sessions/${sidOf(first)}`;
    const wrong = await suite.api.call(token, "DELETE", url, { password: "guess" });
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([403, "wrong-password"]);
    expect((await suite.api.call(token, "DELETE", url)).statusCode).toBe(400);
    suite.api.time.nowMs += 1000;
    expect(await statusOf(first)).toBe(200);
  });

  test("an unknown id, another user's or another tenant's is 404 and ends nothing", async () => {
    const owner = await registered(suite.api);
    const other = await registered(suite.api);
    const root = await adminToken(suite.api);
    const ids = [sidOf(other.token), sidOf(root), "018f0000-0000-7000-8000-0000000000aa", "7"];
    for (const id of ids) {
      const { password } = owner;
      const answer = await suite.api.call(owner.token, "DELETE", `/api/v1/sessions/${id}`, {
        password,
      });
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, "session-not-found"]);
    }
    suite.api.time.nowMs += 1000;
    expect(await statusOf(other.token)).toBe(200);
    expect((await suite.api.who(root, "/platform/who")).statusCode).toBe(200);
  });

  test("a colleague's session is 404, and lists never show others' sessions", async () => {
    const owner = await registered(suite.api);
    const colleague = await registered(suite.api);
    const sid = "018f0000-0000-7000-8000-0000000000bb";
    await suite.database.rows(
      `insert into auth.sessions (tenant_id, sid, user_id, aud, created_ms, last_used_ms, expires_ms)
       select $1, $2, user_id, aud, created_ms, last_used_ms, expires_ms
         from auth.sessions where user_id = $3`,
      [owner.tenant.id, sid, colleague.user.id],
    );
    expect((await sessionsOf(owner.token)).map(({ id }) => id)).toEqual([sidOf(owner.token)]);
    const { password } = owner;
    const answer = await suite.api.call(owner.token, "DELETE", `/api/v1/sessions/${sid}`, {
      password,
    });
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, "session-not-found"]);
    await suite.api.call(owner.token, "DELETE", "/api/v1/sessions", { password });
    expect(
      await suite.database.rows("select ended_ms from auth.sessions where sid = $1", [sid]),
    ).toEqual([[null]]);
  });

  test("all others at once requires the password and is one event", async () => {
    const { token, first, second, password, tenant } = await withTwoMore();
    const other = await registered(suite.api);
    const wrong = await suite.api.call(token, "DELETE", "/api/v1/sessions", { password: "guess" });
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([403, "wrong-password"]);
    expect(await statusOf(first)).toBe(200);
    const answer = await suite.api.call(token, "DELETE", "/api/v1/sessions", { password });
    expect(answer.statusCode).toBe(200);
    suite.api.time.nowMs += 1000;
    expect(await Promise.all([token, first, second].map(statusOf))).toEqual([200, 401, 401]);
    expect(await statusOf(other.token)).toBe(200);
    expect(
      await suite.database.rows(
        `select data->>'reason' from es.events where tenant_id = $1 and type = 'SessionsEnded'`,
        [tenant.id],
      ),
    ).toEqual([["ended-by-user"]]);
  });
});

describe("the user's own account", () => {
  const accountOf = async (token: string): Promise<AccountView> => {
    const answer = await suite.api.call(token, "GET", "/api/v1/account");
    return success(AccountView).parse(answer.json()).data;
  };

  test("returns the user's own data and nothing more", async () => {
    const owner = await registered(suite.api);
    await registered(suite.api);
    expect(await accountOf(owner.token)).toEqual({
      id: owner.user.id,
      email: owner.email,
      first_name: "Ama",
      last_name: "Mensah",
      phone: null,
      role: "owner",
      created_at: new Date(suite.api.time.nowMs).toISOString(),
      last_login_at: new Date(suite.api.time.nowMs).toISOString(),
      has_pin: false,
      two_factor: { is_on: false, is_required: false, recovery_codes_left: 0, must_set_up: false },
    });
  });

  test("works for a super admin too", async () => {
    const token = signedIn(await suite.api.adminSignIn(ADMIN.email, ADMIN.password)).token;
    expect(await accountOf(token)).toMatchObject({ email: ADMIN.email, role: "super_admin" });
  });

  test.for(["/api/v1/account", "/api/v1/sessions"])("%s requires a session", async (url) => {
    expect((await suite.api.app.inject({ url })).statusCode).toBe(401);
    const { token } = await registered(suite.api);
    await suite.api.logOut(token);
    suite.api.time.nowMs += 1000;
    expect((await suite.api.call(token, "GET", url)).statusCode).toBe(401);
  });
});
