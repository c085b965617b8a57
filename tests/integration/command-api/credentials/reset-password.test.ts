import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  adminToken,
  ADMIN,
  codeOf,
  registered,
  setStatus,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { linksOf as resetLinks } from "#tests/integration/command-api/account-store/reset-links.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const MINUTE_MS = 60_000;

const forgot = (email: string, from?: string) =>
  suite.api.post("/api/v1/auth/forgot-password", { email }, from === undefined ? {} : { from });
const reset = (token: string, password = "a new password") =>
  suite.api.post("/api/v1/auth/reset-password", { token, password });

const linksOf = (tenantId: string) => resetLinks(suite, tenantId);

async function linkFor(email: string, tenantId: string): Promise<string> {
  await forgot(email);
  return (await linksOf(tenantId)).at(-1) ?? "";
}

describe("a forgotten password", () => {
  test("gets the same answer with and without an account, and an email only with one", async () => {
    const owner = await registered(suite.api);
    const events = () => suite.database.rows("select count(*)::int from es.events");
    const [before] = (await events()).flat();
    const answers = [
      await forgot("unknown@example.com"),
      await forgot(` ${owner.email.toUpperCase()}`),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { success: true, message: texts.forgotPassword.sent },
      ]);
    }
    expect((await events()).flat()).toEqual([Number(before) + 1]);
    expect(await linksOf(owner.tenant.id)).toHaveLength(1);
  });

  test("sends one account at most five links an hour, however many requests come from anywhere", async () => {
    const owner = await registered(suite.api);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => forgot(owner.email, `203.0.113.${n}`)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    expect(await linksOf(owner.tenant.id)).toHaveLength(5);
    suite.api.time.nowMs += 61 * MINUTE_MS;
    await forgot(owner.email);
    expect(await linksOf(owner.tenant.id)).toHaveLength(6);
  });

  test("allows thirty requests an hour from one address, then 429", async () => {
    const guarded = await createAccountApi(suite.database, { signInsPerMinute: 30 });
    const answers = await Promise.all(
      Array.from({ length: 33 }, (_, n) =>
        guarded.post("/api/v1/auth/forgot-password", { email: `unknown${n}@example.com` }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(3000);
    await guarded.app.close();
  });
});

describe("a reset link", () => {
  test("AUTH-18: sets the password once, ends every session and opens none", async () => {
    const owner = await registered(suite.api);
    const other = await registered(suite.api);
    const token = await linkFor(owner.email, owner.tenant.id);
    const answer = await reset(token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(owner.token)).statusCode).toBe(401);
    expect((await suite.api.who(other.token)).statusCode).toBe(200);
    expect((await suite.api.signIn(owner.email, owner.password)).statusCode).toBe(401);
    expect((await suite.api.signIn(owner.email, "a new password")).statusCode).toBe(200);
    const again = await reset(token, "yet another one");
    expect([again.statusCode, codeOf(again)]).toEqual([409, "link-invalid"]);
    expect((await suite.api.signIn(owner.email, "a new password")).statusCode).toBe(200);
  });

  test("used twenty times at once works once", async () => {
    const owner = await registered(suite.api);
    const token = await linkFor(owner.email, owner.tenant.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => reset(token, `new password ${n}`)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    const winner = statuses.indexOf(200);
    expect((await suite.api.signIn(owner.email, `new password ${winner}`)).statusCode).toBe(200);
  });

  test("works for an hour", async () => {
    const owner = await registered(suite.api);
    const token = await linkFor(owner.email, owner.tenant.id);
    suite.api.time.nowMs += 60 * MINUTE_MS;
    expect((await reset(token)).statusCode).toBe(409);
  });

  test("is revoked by any other password change", async () => {
    const owner = await registered(suite.api);
    const [first, second, third] = [
      await linkFor(owner.email, owner.tenant.id),
      await linkFor(owner.email, owner.tenant.id),
      await linkFor(owner.email, owner.tenant.id),
    ];
    expect((await reset(second)).statusCode).toBe(200);
    expect((await reset(first)).statusCode).toBe(409);
    const { token } = signedIn(await suite.api.signIn(owner.email, "a new password"));
    const body = { current_password: "a new password", new_password: "another password" };
    await suite.api.call(token, "PUT", "/api/v1/account/password", body);
    expect((await reset(third)).statusCode).toBe(409);
  });

  test("works only for its own tenant's account, and a made-up link for none", async () => {
    const owner = await registered(suite.api);
    const other = await registered(suite.api);
    const token = await linkFor(owner.email, owner.tenant.id);
    for (const wrong of [`${token}x`, token.slice(1), "x", other.user.id]) {
      expect((await reset(wrong)).statusCode).toBe(409);
    }
    const lines = await suite.database.rows(
      "select count(*)::int from audit.access_log where action = 'password-reset'",
    );
    expect(Number(lines.flat()[0])).toBeGreaterThanOrEqual(4);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await suite.api.signIn(other.email, other.password)).statusCode).toBe(200);
  });

  test("works while the tenant is suspended, and the owner still cannot sign in", async () => {
    const owner = await registered(suite.api);
    await setStatus(suite.api, owner.tenant.id, "suspended");
    const token = await linkFor(owner.email, owner.tenant.id);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await suite.api.signIn(owner.email, "a new password")).statusCode).toBe(403);
  });

  test("is sent to super admins too", async () => {
    await adminToken(suite.api);
    const token = await linkFor(ADMIN.email, PLATFORM_TENANT_ID);
    expect((await reset(token, "platform secret 3")).statusCode).toBe(200);
    expect((await suite.api.adminSignIn(ADMIN.email, "platform secret 3")).statusCode).toBe(200);
  });

  test("allows thirty attempts a minute from one address, then 429", async () => {
    const guarded = await createAccountApi(suite.database, { signInsPerMinute: 30 });
    const statuses = [];
    for (let tries = 0; tries < 32; tries++) {
      const body = { token: `made-up-${tries}`, password: "a new password" };
      statuses.push((await guarded.post("/api/v1/auth/reset-password", body)).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(409), 429, 429]);
    await guarded.app.close();
  });
});
