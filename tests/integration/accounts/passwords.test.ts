import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import {
  openAccountSuite,
  productPasswords,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  registrationInput,
  codeOf,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { linksOf } from "#tests/integration/command-api/account-store/reset-links.ts";
import { registeredWithTotp } from "#tests/integration/command-api/account-store/second-factors.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite({ passwords: await productPasswords() });
});
afterAll(() => suite.close());

const forgot = (email: string, from = "198.51.100.7") =>
  suite.api.post("/api/v1/auth/forgot-password", { email }, { from });
const reset = (token: string, password: string) =>
  suite.api.post("/api/v1/auth/reset-password", { token, password });
async function lastLinkOf(email: string, tenantId: string): Promise<string> {
  await forgot(email);
  return (await linksOf(suite, tenantId)).at(-1) ?? "";
}

describe("stored passwords", () => {
  test("every hash is argon2id with at least the minimum cost, each with its own salt", async () => {
    for (let n = 0; n < 20; n++) {
      await suite.api.register(registrationInput({ password: "one and the same" }));
    }
    await registeredWithTotp(suite.api);
    const owner = await registered(suite.api);
    await suite.api.call(owner.token, "PUT", "/api/v1/account/password", {
      current_password: owner.password,
      new_password: "one and the same",
    });
    const hashes = (
      await suite.database.rows(
        "select password_hash from auth.users union all select code_hash from auth.recovery_codes",
      )
    )
      .flat()
      .map(String);
    const weak = hashes.filter((hash) => {
      const [, m = "0", t = "0"] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash) ?? [];
      return Number(m) < 19_456 || Number(t) < 2;
    });
    const salts = new Set(hashes.map((hash) => hash.split("$")[4]));
    process.stdout.write(
      `password hashes: ${hashes.length} hashes, ${weak.length} weak, ${hashes.length - salts.size} equal salts\n`,
    );
    expect([weak, salts.size]).toEqual([[], hashes.length]);
  });
});

const LISTED = "This is one of the most common passwords.";

describe("a new password", () => {
  test("8 to 128 characters of any kind, and every character counts", async () => {
    const taken: readonly (readonly [password: string, warning?: string])[] = [
      ["8 letters"],
      ["x".repeat(64)],
      ["x".repeat(128)],
      ["  spaced out  "],
      ["🔑".repeat(8)],
      ["password", LISTED],
      ["12345678", LISTED],
      ["Shop of Ama", "This password is the name of your business."],
    ];
    const refused = ["", "1234567", "x".repeat(129), "x".repeat(1025)];
    const hashing = vi.spyOn(suite.api.accounts.passwords, "hash");
    for (const password of refused) {
      expect((await suite.api.register(registrationInput({ password }))).statusCode).toBe(400);
    }
    expect(hashing).not.toHaveBeenCalled();
    hashing.mockRestore();
    const trying = vi.spyOn(suite.api.accounts.passwords, "isRight");
    expect((await suite.api.signIn("ama1@example.com", "x".repeat(1025))).statusCode).toBe(400);
    expect(trying).not.toHaveBeenCalled();
    trying.mockRestore();

    for (const [password, warning] of taken) {
      const owner = registrationInput({ password, business_name: "Shop of Ama" });
      const { warning: received } = signedIn(await suite.api.register(owner));
      expect(received).toBe(warning);
      for (const other of [`${password} `, password.slice(0, -1), password.trim()]) {
        const status = (await suite.api.signIn(owner.email, other)).statusCode;
        expect([other, status]).toEqual([other, other === password ? 200 : 401]);
      }
    }
    const owner = registrationInput({ password: "caf\u00e9 au lait" });
    await suite.api.register(owner);
    expect((await suite.api.signIn(owner.email, "cafe\u0301 au lait")).statusCode).toBe(200);
    const warned = taken.filter(([, warning]) => warning).length;
    process.stdout.write(
      `new passwords: ${taken.length} accepted, ${warned} of them with a warning; ${refused.length} refused\n`,
    );
  });
});

describe("without the current password", () => {
  test("changes to what protects the account require the current password", async () => {
    const { token, password, email } = await registeredWithTotp(suite.api);
    const changes = [
      ["PUT", "/api/v1/account/password", "current_password", { new_password: "a new password" }],
      ["POST", "/api/v1/account/totp", "password", {}],
      ["DELETE", "/api/v1/account/totp", "password", {}],
      ["POST", "/api/v1/account/recovery-codes", "password", {}],
      ["DELETE", "/api/v1/sessions", "password", {}],
    ] as const;
    const events = () => suite.database.rows("select count(*)::int from es.events");
    const before = await events();
    for (const [method, url, field, body] of changes) {
      const wrong = await suite.api.call(token, method, url, { ...body, [field]: "wrong horse!" });
      expect([url, wrong.statusCode, codeOf(wrong)]).toEqual([url, 403, "wrong-password"]);
      const without = await suite.api.call(token, method, url, body);
      expect([url, without.statusCode]).toEqual([url, 400]);
    }
    expect(await events()).toEqual(before);
    expect(codeOf(await suite.api.signIn(email, password))).toBe("totp-required");
    process.stdout.write(
      `${changes.length} of ${changes.length} changes require the password; for email and deletion see tenancy\n`,
    );
  });
});

describe("a reset link", () => {
  test("a reset link has 256 bits, is stored as a hash and works once within an hour; five are sent per hour", async () => {
    const owner = await registered(suite.api);
    const token = await lastLinkOf(owner.email, owner.tenant.id);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const stored = JSON.stringify(
      await suite.database.rows(
        `select l::text, encode(l.token_hash, 'base64') from auth.link_tokens l
         union all select e::text, '' from es.events e where type = 'PasswordResetRequested'`,
      ),
    );
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    expect((await reset(token, "a new password")).statusCode).toBe(200);
    expect((await reset(token, "a new password")).statusCode).toBe(409);

    const late = await lastLinkOf(owner.email, owner.tenant.id);
    suite.api.time.nowMs += 3_600_000;
    expect((await reset(late, "a new password")).statusCode).toBe(409);

    const other = await registered(suite.api);
    await Promise.all(Array.from({ length: 20 }, (_, n) => forgot(other.email, `192.0.2.${n}`)));
    const links = await linksOf(suite, other.tenant.id);
    process.stdout.write(
      `reset links: 256 bits, once, 60 min; ${links.length} sent for 20 requests\n`,
    );
    expect(links).toHaveLength(5);
  });

  test("the Host header does not affect links in emails", async () => {
    const owner = await registered(suite.api);
    for (const host of ["evil.example", "evil.example:443"]) {
      await suite.api.app.inject({
        method: "POST",
        url: "/api/v1/auth/forgot-password",
        headers: { host, "x-forwarded-host": host },
        payload: { email: owner.email },
      });
    }
    const events = await suite.database.rows(
      "select e::text from es.events e where tenant_id = $1 and type = 'PasswordResetRequested'",
      [owner.tenant.id],
    );
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain("evil");
    process.stdout.write("a forged Host is in no event; links are made from PUBLIC_URL\n");
  });
});

describe("a password reset", () => {
  test("a reset keeps the second factor, opens no session, sends an email and ends all sessions", async () => {
    const person = await registeredWithTotp(suite.api);
    const other = signedIn(
      await suite.api.signInWith(person.email, person.password, person.codeNow()),
    ).token;
    const token = await lastLinkOf(person.email, person.tenant.id);
    const answer = await reset(token, "a new password");
    expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    suite.api.time.nowMs += 31_000;
    const alive = [await suite.api.who(person.token), await suite.api.who(other)];
    expect(alive.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    expect(codeOf(await suite.api.signIn(person.email, "a new password"))).toBe("totp-required");
    const opened = await suite.api.signInWith(person.email, "a new password", person.codeNow());
    expect(opened.statusCode).toBe(200);
    // The email "your password was changed" follows from this event.
    expect(
      await suite.database.rows(
        "select count(*)::int from es.events where tenant_id = $1 and type = 'PasswordChanged'",
        [person.tenant.id],
      ),
    ).toEqual([[1]]);
    expect((await suite.api.adminSignIn(ADMIN.email, ADMIN.password)).statusCode).toBe(401);
    process.stdout.write(
      "password reset: second factor still required, no token issued, 2 of 2 sessions ended\n",
    );
  });
});
