import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SignedIn } from "#kernel/contract/api/auth.ts";
import { ApiError } from "#kernel/contract/api/envelope.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";

import {
  type AuthApi,
  type AuthDatabase,
  aShop,
  createAuthApi,
  openAuthDatabase,
} from "./auth-api.ts";

let database: AuthDatabase;
let api: AuthApi;

beforeAll(async () => {
  database = await openAuthDatabase();
  api = await createAuthApi(database);
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const register = (body: object, more: Parameters<AuthApi["post"]>[2] = {}) =>
  api.post("/auth/register.php", body, more);

const counts = () =>
  database.rows(
    `select (select count(*) from auth.users), (select count(*) from auth.memberships),
            (select count(*) from auth.sessions), (select count(*) from es.tenant_heads),
            (select count(*) from es.events), (select count(*) from es.commands)`,
  );

describe("registering a business", () => {
  test("signs its owner in and starts a trial of fourteen days", async () => {
    const answer = await register(
      aShop({ business_name: "  Akosua Fabrics ", email: " Akosua@Example.COM " }),
    );
    expect(answer.statusCode).toBe(200);
    const { token, user, tenant } = SignedIn.parse(answer.json());
    expect(user).toEqual({
      id: expect.any(String),
      first_name: "Ama",
      last_name: "Mensah",
      email: "akosua@example.com",
      role: "owner",
    });
    expect(tenant).toEqual({
      id: expect.any(String),
      name: "Akosua Fabrics",
      status: "active",
      plan: "basic",
      currency: "GHS",
      timezone: "Africa/Accra",
    });
    expect((await api.who(token)).json()).toMatchObject({
      tenantId: tenant.id,
      userId: user.id,
      role: "owner",
      aud: "tenant",
      tenantStatus: "active",
    });
    expect(
      await database.rows(
        "select data->>'trialUntil' from es.events where tenant_id = $1 and seq = 1",
        [tenant.id],
      ),
    ).toEqual([["2026-03-16"]]);
  });

  test("is three events in the shop's log and one in the platform's, with no word about the person", async () => {
    const body = aShop({ business_name: "Two Logs", first_name: "Efua", last_name: "Quaye" });
    const { tenant } = SignedIn.parse((await register(body)).json());
    const written = await database.rows(
      `select tenant_id, type, stream_type, data::text || meta::text from es.events
        where tenant_id = $1 or (tenant_id = $2 and stream_id = $1) order by tenant_id desc, seq`,
      [tenant.id, PLATFORM_TENANT_ID],
    );
    expect(written).toEqual([
      [tenant.id, "TenantRegistered", "tenant", expect.any(String)],
      [tenant.id, "StaffJoined", "member", expect.any(String)],
      [tenant.id, "SignedIn", "member", expect.any(String)],
      [PLATFORM_TENANT_ID, "TenantRegistered", "tenant", expect.any(String)],
    ]);
    expect(JSON.stringify(written)).not.toMatch(/Efua|Quaye|example\.com|198\.51/);
    expect(api.appended).toEqual(expect.arrayContaining([tenant.id, PLATFORM_TENANT_ID]));
  });

  test("leaves nothing behind when the log refuses", async () => {
    const before = await counts();
    await database.admin.query(
      `create function public.stop() returns trigger language plpgsql as 'begin raise exception ''full''; end';
       create trigger stop before insert on es.commands for each row execute function public.stop()`,
    );
    const answer = await register(aShop());
    await database.admin.query("drop trigger stop on es.commands; drop function public.stop()");
    expect(answer.statusCode).toBe(500);
    expect(await counts()).toEqual(before);
  });

  test("gives one email to one of twenty who ask at once", async () => {
    const before = await database.rows("select count(*) from es.tenant_heads");
    const body = aShop();
    const spellings = [body.email, body.email.toUpperCase(), ` ${body.email}`];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register({ ...body, email: spellings[index % 3], business_name: `Race ${index}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused).toHaveLength(19);
    expect(ApiError.parse(refused[0]?.json())).toMatchObject({
      code: "email-taken",
      error: texts.registration.emailTaken,
    });
    expect(await database.rows("select count(*) - 1 from es.tenant_heads")).toEqual(before);
    expect(
      await database.rows("select count(*) from auth.users where email = $1", [body.email]),
    ).toEqual([["1"]]);
  });

  test("is refused to a sixth business from one address in an hour, with the time to wait", async () => {
    const strict = await createAuthApi(database, { registrationsPerHour: 5 });
    const ask = (from: string) => strict.post("/auth/register.php", aShop(), { from });
    for (let tries = 0; tries < 5; tries++) expect((await ask("203.0.113.9")).statusCode).toBe(200);
    const sixth = await ask("203.0.113.9");
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(3500);
    expect((await ask("203.0.113.10")).statusCode).toBe(200);
    await strict.app.close();
  });

  test("is a POST", async () => {
    const answer = await api.app.inject({ url: "/auth/register.php" });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
  });
});

describe("a registration sent again", () => {
  test("under its key gets the first answer, to the letter of its token", async () => {
    const body = aShop();
    const key = randomUUID();
    const first = await register(body, { key });
    api.time.nowMs += 5000;
    const second = await register({ ...body, nonsense: 1 }, { key });
    expect(second.statusCode).toBe(200);
    expect(second.body).toBe(first.body);
    expect((await api.who(SignedIn.parse(second.json()).token)).statusCode).toBe(200);
  });

  test("twenty times at once is one business", async () => {
    const before = await database.rows("select count(*) from es.tenant_heads");
    const body = aShop();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(body, { key })));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await database.rows("select count(*) - 1 from es.tenant_heads")).toEqual(before);
  });

  test("with another body, or without knowing the password, is refused", async () => {
    const body = aShop();
    const key = randomUUID();
    expect((await register(body, { key })).statusCode).toBe(200);
    for (const change of [{ business_name: "Another" }, { password: "correct horsE" }, aShop()]) {
      const answer = await register({ ...body, ...change }, { key });
      expect([answer.statusCode, ApiError.parse(answer.json()).code]).toEqual([422, "key-reused"]);
    }
  });

  test("without a key is a second registration of the same email", async () => {
    const body = aShop();
    expect((await register(body)).statusCode).toBe(200);
    expect((await register(body)).statusCode).toBe(409);
  });
});

describe("what a registration needs", () => {
  const words = texts.registration;
  const wrong: readonly (readonly [what: string, change: object, text: string])[] = [
    ["a business name", { business_name: " " }, words.businessNameRequired],
    ["a first name", { first_name: undefined }, words.firstNameRequired],
    ["a last name", { last_name: 7 }, words.lastNameRequired],
    ["an email", { email: "" }, words.emailRequired],
    ["an email that looks like one", { email: "ama.example.com" }, words.emailInvalid],
    ["a password", { password: undefined }, words.passwordRequired],
    ["a password of eight characters", { password: "1234567" }, words.passwordTooShort],
    ["a password of at most 128", { password: "x".repeat(129) }, "at most 128 characters"],
    ["a name that can be stored", { first_name: "A\u0000" }, "cannot be stored"],
    ["a name of at most 200", { business_name: "x".repeat(201) }, "at most 200 characters"],
  ];

  test.for(wrong)("%s", async ([, change, text]) => {
    const before = await counts();
    const answer = await register({ ...aShop(), ...change });
    expect(answer.statusCode).toBe(400);
    expect(ApiError.parse(answer.json()).error).toContain(text);
    expect(await counts()).toEqual(before);
  });

  test.for([
    ["no body", undefined],
    ["a list", []],
    ["a text", "x"],
  ])("an object, not %s", async ([, payload]) => {
    const answer = await api.app.inject({
      method: "POST",
      url: "/auth/register.php",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify(payload) ?? "",
    });
    expect(answer.statusCode).toBe(400);
  });

  test("a key that is a UUID, if any", async () => {
    const answer = await api.app.inject({
      method: "POST",
      url: "/auth/register.php",
      headers: { "idempotency-key": "1; drop table" },
      payload: aShop(),
    });
    expect(answer.statusCode).toBe(400);
  });

  test("nothing else: other fields are dropped", async () => {
    const extra = {
      confirm_password: "another",
      role: "super_admin",
      tenant_id: PLATFORM_TENANT_ID,
    };
    const answer = await register(aShop(extra));
    expect(SignedIn.parse(answer.json()).user.role).toBe("owner");
  });
});

describe("a password", () => {
  const signIn = (email: string, password: string) =>
    api.post("/auth/login.php", { email, password });

  test.for([
    ["eight characters", "12345678"],
    ["128 characters", `${"x".repeat(127)}y`],
    ["spaces around it", "  spaced out  "],
    ["emoji", "🔑".repeat(8)],
    ["128 characters of four bytes", `${"🔑".repeat(126)}ab`],
  ])("may be %s, and every character of it counts", async ([, password]) => {
    const { email } = aShop();
    expect((await register(aShop({ email, password }))).statusCode).toBe(200);
    expect((await signIn(email, password)).statusCode).toBe(200);
    for (const other of [
      password.slice(0, -1),
      `${password} `,
      password.trim(),
      password.toUpperCase(),
    ]) {
      const expected = other === password ? 200 : 401;
      expect((await signIn(email, other)).statusCode).toBe(expected);
    }
  });

  test("written with composed or decomposed accents is one password", async () => {
    const { email } = aShop();
    await register(aShop({ email, password: "caf\u00e9 au lait" }));
    expect((await signIn(email, "cafe\u0301 au lait")).statusCode).toBe(200);
  });

  test("is kept as argon2id with a salt of its own", async () => {
    const shops = [
      aShop({ password: "one and the same" }),
      aShop({ password: "one and the same" }),
    ];
    for (const shop of shops) await register(shop);
    const hashes = await database.rows(
      "select password_hash from auth.users where email = any ($1)",
      [shops.map(({ email }) => email)],
    );
    const [first, second] = hashes.flat().map(String);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first?.split("$")[4]).not.toBe(second?.split("$")[4]);
  });
});
