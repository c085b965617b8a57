import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { ensureSuperAdmin } from "#command-api/auth/super-admin.ts";
import { setTenantStatus } from "#command-api/auth/tenant-status.ts";
import { SignedIn } from "#kernel/contract/api/auth.ts";
import { ApiError } from "#kernel/contract/api/envelope.ts";
import { PLATFORM_TENANT_ID, TenantId, UserId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { createPasswords } from "#kernel/platform/passwords.ts";

import {
  type AuthApi,
  type AuthDatabase,
  aShop,
  createAuthApi,
  openAuthDatabase,
} from "./auth-api.ts";

const ADMIN = { email: "root@example.com", password: "platform secret" };

let database: AuthDatabase;
let api: AuthApi;

beforeAll(async () => {
  database = await openAuthDatabase();
  api = await createAuthApi(database);
  await ensureSuperAdmin(api.accounts, ADMIN);
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

async function registered(more: object = {}) {
  const body = aShop({ ...more });
  const answer = await api.post("/auth/register.php", body);
  return { ...SignedIn.parse(answer.json()), email: body.email, password: body.password };
}

const signIn = (email: string, password: string, from = "198.51.100.7", on = api) =>
  on.post("/auth/login.php", { email, password }, { from });

const adminSignIn = (email: string, password: string) =>
  api.post("/auth/super-admin-login.php", { email, password });

const suspend = (tenantId: string, to: "suspended" | "active" = "suspended") =>
  setTenantStatus(api.accounts, {
    tenantId: TenantId.parse(tenantId),
    to,
    actorId: UserId.parse("00000000-0000-7000-8000-00000000000a"),
  });

describe("signing in", () => {
  test("answers with the person and the shop, and a token that works", async () => {
    const shop = await registered({ business_name: "Corner" });
    const answer = await signIn(` ${shop.email.toUpperCase()}`, shop.password);
    expect(answer.statusCode).toBe(200);
    const { token, user, tenant } = SignedIn.parse(answer.json());
    expect({ user, tenant }).toEqual({ user: shop.user, tenant: shop.tenant });
    expect((await api.who(token)).json()).toMatchObject({ tenantId: tenant.id, userId: user.id });
  });

  test("is a new token, a new event and a new time of last sign-in each time", async () => {
    const shop = await registered();
    api.time.nowMs += 1000;
    const answers = [
      await signIn(shop.email, shop.password),
      await signIn(shop.email, shop.password),
    ];
    const tokens = answers.map((answer) => SignedIn.parse(answer.json()).token);
    expect(new Set([shop.token, ...tokens]).size).toBe(3);
    expect(
      await database.rows(
        "select type, stream_version, data->>'sid' <> '' from es.events where tenant_id = $1 and type = 'SignedIn' order by seq",
        [shop.tenant.id],
      ),
    ).toEqual([
      ["SignedIn", 2, true],
      ["SignedIn", 3, true],
      ["SignedIn", 4, true],
    ]);
    expect(
      await database.rows("select last_login_ms from auth.users where email = $1", [shop.email]),
    ).toEqual([[String(api.time.nowMs)]]);
    expect(
      await database.rows(
        "select distinct device, ip_prefix from auth.sessions where tenant_id = $1",
        [shop.tenant.id],
      ),
    ).toEqual([["Test", "198.51.100.0/24"]]);
  });

  test("twenty times at once gives twenty sessions and an unbroken stream", async () => {
    const shop = await registered();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn(shop.email, shop.password)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(
      await database.rows(
        "select count(*), max(stream_version) from es.events where tenant_id = $1 and stream_type = 'member'",
        [shop.tenant.id],
      ),
    ).toEqual([["22", 22]]);
  });

  test("needs an email and a password", async () => {
    const noEmail = await api.post("/auth/login.php", { email: "", password: "x" });
    const noPassword = await api.post("/auth/super-admin-login.php", { email: "a@b" });
    expect([noEmail.statusCode, noPassword.statusCode]).toEqual([400, 400]);
    expect(ApiError.parse(noEmail.json()).error).toContain(texts.registration.emailRequired);
    expect(ApiError.parse(noPassword.json()).error).toContain(texts.registration.passwordRequired);
    expect((await signIn("a@b", "x".repeat(1025))).statusCode).toBe(400);
  });
});

describe("a sign-in that fails", () => {
  test("tells nothing: unknown, known, suspended, dismissed, disabled and other portal look alike", async () => {
    const known = await registered();
    const suspended = await registered();
    await suspend(suspended.tenant.id);
    const dismissed = await registered();
    await database.rows("update auth.memberships set ended_ms = 1 where user_id = $1", [
      dismissed.user.id,
    ]);
    const disabled = await registered();
    await database.rows("update auth.users set disabled_ms = 1 where user_id = $1", [
      disabled.user.id,
    ]);

    const answers = await Promise.all([
      signIn("nobody@example.com", "correct horse"),
      signIn("not an email", "correct horse"),
      signIn(known.email, "wrong horse!"),
      signIn(suspended.email, "wrong horse!"),
      signIn(dismissed.email, dismissed.password),
      signIn(disabled.email, disabled.password),
      signIn(ADMIN.email, ADMIN.password),
      signIn(ADMIN.email, "wrong horse!"),
      adminSignIn(known.email, known.password),
      adminSignIn(suspended.email, suspended.password),
      adminSignIn("nobody@example.com", "x"),
      adminSignIn(ADMIN.email, "wrong horse!"),
    ]);
    const seen = answers.map((answer) => {
      const { request_id: _, ...body } = ApiError.parse(answer.json());
      const { date: _date, "x-request-id": _id, ...headers } = answer.headers;
      return JSON.stringify([answer.statusCode, body, headers]);
    });
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(401);
    expect(ApiError.parse(answers[0]?.json())).toMatchObject({
      code: "wrong-credentials",
      error: texts.login.wrong,
    });
  });

  test("hashes a password also where there is no account", async () => {
    const shop = await registered();
    const spy = vi.spyOn(api.accounts.passwords, "isRight");
    await signIn("nobody@example.com", "x");
    await signIn(shop.email, "x");
    await adminSignIn(shop.email, shop.password);
    expect(spy.mock.calls.map(([, hash]) => typeof hash)).toEqual([
      "undefined",
      "string",
      "undefined",
    ]);
    spy.mockRestore();
  });

  test("is a line of the access log, with neither email nor password", async () => {
    const shop = await registered();
    await signIn(shop.email, "s3cret-guess", "203.0.113.77");
    await signIn("stranger@example.com", "s3cret-guess", "203.0.113.77");
    const lines = await database.rows(
      `select tenant_id, actor_id, action, result, ip_prefix, length(actor_hash), l::text
         from audit.access_log l where ip_prefix = '203.0.113.0/24' order by tenant_id nulls last`,
    );
    expect(lines).toEqual([
      [
        shop.tenant.id,
        shop.user.id,
        "sign-in",
        "wrong-credentials",
        "203.0.113.0/24",
        64,
        expect.any(String),
      ],
      [null, null, "sign-in", "wrong-credentials", "203.0.113.0/24", 64, expect.any(String)],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/s3cret|stranger|@/);
  });

  test("of a suspended shop says so only to who knows the password", async () => {
    const shop = await registered();
    await suspend(shop.tenant.id);
    const answer = await signIn(shop.email, shop.password);
    expect(answer.statusCode).toBe(403);
    expect(ApiError.parse(answer.json())).toMatchObject({
      code: "tenant-suspended",
      error: texts.login.suspended,
    });
    expect(
      await database.rows(
        "select count(*) from auth.sessions where tenant_id = $1 and ended_ms is null",
        [shop.tenant.id],
      ),
    ).toEqual([["0"]]);
    await suspend(shop.tenant.id, "active");
    expect((await signIn(shop.email, shop.password)).statusCode).toBe(200);
  });
});

describe("guessing", () => {
  test("on one account ends at fifteen tries from one address, and its owner gets in from another", async () => {
    const guarded = await createAuthApi(database);
    const shop = await registered();
    const spy = vi.spyOn(guarded.accounts.passwords, "isRight");
    const answers = [];
    for (let tries = 0; tries < 40; tries++) {
      answers.push(await signIn(shop.email, `guess ${tries}`, "203.0.113.5", guarded));
    }
    expect(spy).toHaveBeenCalledTimes(15);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(15).fill(401),
      ...Array<number>(25).fill(429),
    ]);
    expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThan(500);
    expect((await signIn(shop.email, shop.password, "203.0.113.5", guarded)).statusCode).toBe(429);
    expect((await signIn(shop.email, shop.password, "192.0.2.1", guarded)).statusCode).toBe(200);
    await guarded.app.close();
  });

  test("from fifty addresses ends at a hundred in a row; a network the owner knows stays open", async () => {
    const guarded = await createAuthApi(database);
    const shop = await registered();
    const spy = vi.spyOn(guarded.accounts.passwords, "isRight");
    for (let tries = 0; tries < 110; tries++) {
      await signIn(shop.email, "guess", `203.0.${tries % 50}.5`, guarded);
    }
    expect(spy).toHaveBeenCalledTimes(100);
    expect((await signIn(shop.email, shop.password, "192.0.2.1", guarded)).statusCode).toBe(429);
    // It registered from 198.51.100.7.
    expect((await signIn(shop.email, shop.password, "198.51.100.200", guarded)).statusCode).toBe(
      200,
    );
    expect(
      await database.rows(
        "select count(*) from es.events where tenant_id = $1 and type = 'LockedOut'",
        [shop.tenant.id],
      ),
    ).toEqual([["1"]]);
    // A right password starts the count anew.
    expect((await signIn(shop.email, shop.password, "192.0.2.1", guarded)).statusCode).toBe(200);
    await guarded.app.close();
  });

  test("on an account that does not exist is counted alike", async () => {
    const guarded = await createAuthApi(database);
    const statuses = [];
    for (let tries = 0; tries < 17; tries++) {
      statuses.push((await signIn("ghost@example.com", "x", "203.0.113.6", guarded)).statusCode);
    }
    expect(statuses.slice(14)).toEqual([401, 429, 429]);
    await guarded.app.close();
  });

  test("from one address on many accounts ends with its tries a minute", async () => {
    const guarded = await createAuthApi(database, { signInsPerMinute: 3 });
    const tries = (from: string) =>
      Promise.all([1, 2, 3, 4].map((n) => signIn(`victim${n}@example.com`, "x", from, guarded)));
    const v4 = await tries("203.0.113.8");
    expect(v4.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    expect(Number(v4[3]?.headers["retry-after"])).toBeLessThanOrEqual(60);
    // One IPv6 customer has 2^64 addresses.
    const v6 = [];
    for (const n of [1, 2, 3, 4]) {
      v6.push(await signIn(`victim${n}@example.com`, "x", `2001:db8:1:2::${n}`, guarded));
    }
    expect(v6.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    await guarded.app.close();
  });

  test("in a flood is turned away before it piles up", async () => {
    const guarded = await createAuthApi(database);
    const small = await createPasswords({ atOnce: 1, mostWaiting: 3 });
    Object.assign(guarded.accounts, { passwords: small });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        signIn(`flood${n}@example.com`, "x", "203.0.113.9", guarded),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    const busy = answers.find(({ statusCode }) => statusCode === 503);
    expect(busy?.headers["retry-after"]).toBe("1");
    expect(ApiError.parse(busy?.json()).code).toBe("unavailable");
    await guarded.app.close();
  });
});

describe("the super admin", () => {
  test("signs in by a portal of their own", async () => {
    const answer = await adminSignIn(ADMIN.email, ADMIN.password);
    expect(answer.statusCode).toBe(200);
    const { token, user, tenant } = SignedIn.parse(answer.json());
    expect(user).toMatchObject({ email: ADMIN.email, role: "super_admin" });
    expect(tenant).toMatchObject({ id: PLATFORM_TENANT_ID, name: "Tillbook", status: "active" });
    expect((await api.who(token, "/platform/who")).json()).toMatchObject({
      aud: "platform",
      role: "super_admin",
      tenantId: PLATFORM_TENANT_ID,
    });
    expect(
      await database.rows("select type from es.events where tenant_id = $1 and actor_id = $2", [
        PLATFORM_TENANT_ID,
        user.id,
      ]),
    ).toContainEqual(["SignedIn"]);
  });

  test("is made once, however many processes start", async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        ensureSuperAdmin(api.accounts, { ...ADMIN, email: `root${n}@example.com` }),
      ),
    );
    expect(outcomes).toEqual(["exists", "exists", "exists", "exists"]);
    expect(await database.rows("select count(*) from auth.users where kind = 'platform'")).toEqual([
      ["1"],
    ]);
  });

  test("has an email that no tenant's user has, and the other way round", async () => {
    const shop = await registered();
    const { createSuperAdmin } = await import("#command-api/auth/super-admin.ts");
    expect(
      await createSuperAdmin(api.accounts, { email: shop.email, password: "platform secret" }),
    ).toEqual({
      rejected: "email-taken",
    });
    const answer = await api.post("/auth/register.php", aShop({ email: ADMIN.email }));
    expect(answer.statusCode).toBe(409);
  });
});
