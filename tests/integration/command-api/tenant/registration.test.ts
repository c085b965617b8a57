import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ApiError } from "#kernel/contract/api/envelope.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import {
  type AccountApi,
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  registrationInput,
  codeOf,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const counts = () =>
  suite.database.rows(
    `select (select count(*) from auth.users), (select count(*) from auth.memberships),
            (select count(*) from auth.sessions), (select count(*) from es.tenant_heads),
            (select count(*) from es.events), (select count(*) from es.commands)`,
  );

const register = (body: object, more: Parameters<AccountApi["register"]>[1] = {}) =>
  suite.api.register(body, more);

describe("registering a business", () => {
  test("AUTH-15: signs its owner in and starts a 14-day trial", async () => {
    const answer = await register(
      registrationInput({ business_name: "  Akosua Fabrics ", email: " Akosua@Example.COM " }),
    );
    expect(answer.statusCode).toBe(200);
    const { token, user, tenant } = signedIn(answer);
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
    expect((await suite.api.who(token)).json()).toMatchObject({
      tenantId: tenant.id,
      userId: user.id,
      role: "owner",
      aud: "tenant",
      tenantStatus: "active",
    });
    expect(
      await suite.database.rows(
        "select data->>'trialUntil' from es.events where tenant_id = $1 and seq = 1",
        [tenant.id],
      ),
    ).toEqual([["2026-03-16"]]);
  });

  test("appends three events to the tenant's log and one to the platform's, without personal data", async () => {
    const body = registrationInput({
      business_name: "Two Logs",
      first_name: "Efua",
      last_name: "Quaye",
    });
    const { tenant } = signedIn(await register(body));
    const written = await suite.database.rows(
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
    expect(suite.api.appended).toEqual(expect.arrayContaining([tenant.id, PLATFORM_TENANT_ID]));
  });

  test("rolls everything back if the append fails", async () => {
    const before = await counts();
    await suite.database.rows(
      `create function public.stop() returns trigger language plpgsql as 'begin raise exception ''full''; end';
       create trigger stop before insert on es.commands for each row execute function public.stop()`,
    );
    const answer = await register(registrationInput());
    await suite.database.rows("drop trigger stop on es.commands; drop function public.stop()");
    expect(answer.statusCode).toBe(500);
    expect(await counts()).toEqual(before);
  });

  test("gives one email to one of twenty concurrent registrations", async () => {
    const before = await suite.database.rows("select count(*) from es.tenant_heads");
    const body = registrationInput();
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
      error: serverTexts.emailTaken,
    });
    expect(await suite.database.rows("select count(*) - 1 from es.tenant_heads")).toEqual(before);
    expect(
      await suite.database.rows("select count(*) from auth.users where email = $1", [body.email]),
    ).toEqual([["1"]]);
  });

  test("refuses a sixth business from one address within an hour, with Retry-After", async () => {
    const strict = await createAccountApi(suite.database, { registrationsPerHour: 5 });
    const ask = (from: string) => strict.post("/auth/register.php", registrationInput(), { from });
    for (let tries = 0; tries < 5; tries++) expect((await ask("203.0.113.9")).statusCode).toBe(200);
    const sixth = await ask("203.0.113.9");
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(3500);
    expect((await ask("203.0.113.10")).statusCode).toBe(200);
    await strict.app.close();
  });

  test("requires POST", async () => {
    const answer = await suite.api.app.inject({ url: "/auth/register.php" });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
  });
});

describe("a repeated registration", () => {
  test("with the same key gets the first answer, including its token", async () => {
    const body = registrationInput();
    const key = randomUUID();
    const first = await register(body, { key });
    suite.api.time.nowMs += 5000;
    const second = await register({ ...body, nonsense: 1 }, { key });
    expect(second.statusCode).toBe(200);
    expect(second.body).toBe(first.body);
    expect((await suite.api.who(signedIn(second).token)).statusCode).toBe(200);
  });

  test("sent twenty times at once registers one business", async () => {
    const before = await suite.database.rows("select count(*) from es.tenant_heads");
    const body = registrationInput();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(body, { key })));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await suite.database.rows("select count(*) - 1 from es.tenant_heads")).toEqual(before);
  });

  test("with another body or a wrong password is refused", async () => {
    const body = registrationInput();
    const key = randomUUID();
    expect((await register(body, { key })).statusCode).toBe(200);
    for (const change of [
      { business_name: "Another" },
      { password: "correct horsE" },
      registrationInput(),
    ]) {
      const answer = await register({ ...body, ...change }, { key });
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, "key-reused"]);
    }
  });

  test("without a key is a second registration with the same email", async () => {
    const body = registrationInput();
    expect((await register(body)).statusCode).toBe(200);
    expect((await register(body)).statusCode).toBe(409);
  });
});
