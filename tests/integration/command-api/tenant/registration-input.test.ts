import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ApiError } from "#kernel/contract/api/envelope.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import {
  type AccountApi,
  openAccountSuite,
  productPasswords,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  registrationInput,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite({ passwords: await productPasswords() });
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

describe("a registration requires", () => {
  const words = texts.registration;
  const wrong: readonly (readonly [what: string, change: object, text: string])[] = [
    ["a business name", { business_name: " " }, words.businessNameRequired],
    ["a first name", { first_name: undefined }, words.firstNameRequired],
    ["a last name", { last_name: 7 }, words.lastNameRequired],
    ["an email", { email: "" }, words.emailRequired],
    ["a valid email", { email: "ama.example.com" }, words.emailInvalid],
    ["a password", { password: undefined }, words.passwordRequired],
    ["a password of at least eight characters", { password: "1234567" }, words.passwordTooShort],
    [
      "a password of at most 128 characters",
      { password: "x".repeat(129) },
      "at most 128 characters",
    ],
    ["a name the database can store", { first_name: "A\u0000" }, "cannot be stored"],
    [
      "a name of at most 200 characters",
      { business_name: "x".repeat(201) },
      "at most 200 characters",
    ],
  ];

  test.for(wrong)("%s", async ([, change, text]) => {
    const before = await counts();
    const answer = await register({ ...registrationInput(), ...change });
    expect(answer.statusCode).toBe(400);
    expect(ApiError.parse(answer.json()).error).toContain(text);
    expect(await counts()).toEqual(before);
  });

  test.for([
    ["no body", undefined],
    ["a list", []],
    ["a text", "x"],
  ])("an object, not %s", async ([, payload]) => {
    const answer = await suite.api.app.inject({
      method: "POST",
      url: "/auth/register.php",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify(payload) ?? "",
    });
    expect(answer.statusCode).toBe(400);
  });

  test("a key, if given, that is a UUID", async () => {
    const answer = await suite.api.app.inject({
      method: "POST",
      url: "/auth/register.php",
      headers: { "idempotency-key": "1; drop table" },
      payload: registrationInput(),
    });
    expect(answer.statusCode).toBe(400);
  });

  test("nothing else: other fields are ignored", async () => {
    const extra = {
      confirm_password: "another",
      role: "super_admin",
      tenant_id: PLATFORM_TENANT_ID,
    };
    const answer = await register({ ...registrationInput(), ...extra });
    expect(signedIn(answer).user.role).toBe("owner");
  });
});

describe("a password", () => {
  test.for<[what: string, password: string]>([
    ["eight characters", "12345678"],
    ["128 characters", `${"x".repeat(127)}y`],
    ["spaces around it", "  spaced out  "],
    ["emoji", "🔑".repeat(8)],
    ["128 characters of four bytes", `${"🔑".repeat(126)}ab`],
  ])("may be %s, and every character counts", async ([, password]) => {
    const { email } = registrationInput();
    expect((await register(registrationInput({ email, password }))).statusCode).toBe(200);
    expect((await suite.api.signIn(email, password)).statusCode).toBe(200);
    for (const other of [
      password.slice(0, -1),
      `${password} `,
      password.trim(),
      password.toUpperCase(),
    ]) {
      const expected = other === password ? 200 : 401;
      expect((await suite.api.signIn(email, other)).statusCode).toBe(expected);
    }
  });

  test("is the same with composed or decomposed accents", async () => {
    const { email } = registrationInput();
    await register(registrationInput({ email, password: "caf\u00e9 au lait" }));
    expect((await suite.api.signIn(email, "cafe\u0301 au lait")).statusCode).toBe(200);
  });

  test("is stored as argon2id with its own salt", async () => {
    const owners = [
      registrationInput({ password: "one and the same" }),
      registrationInput({ password: "one and the same" }),
    ];
    for (const owner of owners) await register(owner);
    const hashes = await suite.database.rows(
      "select password_hash from auth.users where email = any ($1)",
      [owners.map(({ email }) => email)],
    );
    const [first, second] = hashes.flat().map(String);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first?.split("$")[4]).not.toBe(second?.split("$")[4]);
  });
});
