import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  codeOf,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import {
  recoveryCodesOf,
  registeredWithTotp,
  setupOf,
  STEP_MS,
  withTotp,
} from "#tests/integration/command-api/account-store/second-factors.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const signIn = (person: Readonly<{ email: string; password: string }>, code: string) =>
  suite.api.signInWith(person.email, person.password, code);
const outcomeOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.statusCode === 200 ? 200 : codeOf(answer);
const waiting = async () => {
  const locked = await suite.database.rows(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(locked.flat()[0]);
};
const eventsOf = async (tenantId: string) =>
  (
    await suite.database.rows(
      "select type || coalesce(' ' || (data->>'second'), '') from es.events where tenant_id = $1 order by seq",
      [tenantId],
    )
  ).flat();

describe("setting up an authenticator", () => {
  test("SET-11: requires the password, takes effect with the first code and is recorded", async () => {
    const owner = await registered(suite.api);
    const { password } = owner;
    const start = (body: object) =>
      suite.api.call(owner.token, "POST", "/api/v1/account/totp", body);
    expect(codeOf(await start({ password: "guess" }))).toBe("wrong-password");
    const { secret, uri } = setupOf(await start({ password }));
    expect(uri).toContain(`secret=${secret}&issuer=Tillbook`);
    // Not required yet.
    expect((await suite.api.signIn(owner.email, password)).statusCode).toBe(200);
    const confirm = (code: string) =>
      suite.api.call(owner.token, "POST", "/api/v1/account/totp/confirm", { code });
    const wrong = await confirm("000000");
    // Not 401: the user stays signed in.
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([409, "code-wrong"]);
    expect((await suite.api.signIn(owner.email, password)).statusCode).toBe(200);
    const codes = recoveryCodesOf(await confirm(authenticatorCode(secret, suite.api.time.nowMs)));
    expect(codes).toHaveLength(10);
    expect(codeOf(await suite.api.signIn(owner.email, password))).toBe("totp-required");
    expect(codeOf(await confirm(authenticatorCode(secret, suite.api.time.nowMs)))).toBe(
      "totp-not-started",
    );
    expect(await eventsOf(owner.tenant.id)).toContain("TotpEnabled");
  });

  test("starts over after a quarter of an hour", async () => {
    const owner = await registered(suite.api);
    const body = { password: owner.password };
    const { secret } = setupOf(
      await suite.api.call(owner.token, "POST", "/api/v1/account/totp", body),
    );
    suite.api.time.nowMs += 15 * 60_000;
    const code = authenticatorCode(secret, suite.api.time.nowMs);
    const answer = await suite.api.call(owner.token, "POST", "/api/v1/account/totp/confirm", {
      code,
    });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, "totp-not-started"]);
  });

  test("on a new phone replaces the old one only after confirmation", async () => {
    const person = await registeredWithTotp(suite.api);
    const { token, password } = person;
    await suite.api.call(token, "POST", "/api/v1/account/totp", { password });
    expect(outcomeOf(await signIn(person, person.codeNow()))).toBe(200);
    const renewed = await withTotp(suite.api, token, password);
    expect(outcomeOf(await signIn(person, person.codeNow()))).toBe("totp-wrong");
    expect(outcomeOf(await signIn(person, renewed.codeNow()))).toBe(200);
    expect(outcomeOf(await signIn(person, person.recoveryCodes[0] ?? ""))).toBe("totp-wrong");
  });
});

describe("signing in with a second factor", () => {
  test("needs the password first; without it the second factor is not revealed", async () => {
    const person = await registeredWithTotp(suite.api);
    const answer = await suite.api.signInWith(person.email, "wrong horse!", person.codeNow());
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, "wrong-credentials"]);
  });

  test("AUTH-23: accepts the app's code, with or without a space, and records which factor it was", async () => {
    const person = await registeredWithTotp(suite.api);
    for (const code of ["", undefined]) {
      const answer = await suite.api.post("/auth/login.php", { ...person, totp: code });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, "totp-required"]);
    }
    expect(outcomeOf(await signIn(person, person.codeNow()))).toBe(200);
    suite.api.time.nowMs += STEP_MS;
    const code = person.codeNow();
    expect(outcomeOf(await signIn(person, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe(200);
    expect(outcomeOf(await signIn(person, person.recoveryCodes[4] ?? ""))).toBe(200);
    expect((await eventsOf(person.tenant.id)).slice(-3)).toEqual([
      "SignedIn totp",
      "SignedIn totp",
      "SignedIn recovery",
    ]);
  });

  test("refuses a code of another user's app", async () => {
    const person = await registeredWithTotp(suite.api);
    const other = await registeredWithTotp(suite.api);
    expect(outcomeOf(await signIn(person, other.codeNow()))).toBe("totp-wrong");
    expect(outcomeOf(await signIn(person, other.recoveryCodes[0] ?? ""))).toBe("totp-wrong");
  });

  test("the same code or recovery code four times at once opens one session", async () => {
    const person = await registeredWithTotp(suite.api);
    for (const code of [person.codeNow(), person.recoveryCodes[7] ?? ""]) {
      // All four pass the check before the first one continues.
      const release = await suite.database.hold(
        "select 1 from auth.users where user_id = $1 for update",
        [person.user.id],
      );
      const signingIn = Promise.all([1, 2, 3, 4].map(() => signIn(person, code)));
      await vi.waitUntil(async () => (await waiting()) === 4, { timeout: 5000, interval: 10 });
      await release();
      const outcomes = (await signingIn).map(outcomeOf);
      expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "totp-wrong")).toHaveLength(3);
    }
  });

  test("locks for a quarter of an hour after five wrong codes, however fast they come", async () => {
    const person = await registeredWithTotp(suite.api);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(person, `00000${n % 10}`)),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === "totp-wrong")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "too-many-requests")).toHaveLength(7);
    expect(outcomeOf(await signIn(person, person.codeNow()))).toBe("too-many-requests");
    expect((await eventsOf(person.tenant.id)).filter((type) => type === "LockedOut")).toHaveLength(
      1,
    );
    suite.api.time.nowMs += 15 * 60_000;
    expect(outcomeOf(await signIn(person, person.codeNow()))).toBe(200);
  });

  test("a right code resets the count of wrong ones", async () => {
    const person = await registeredWithTotp(suite.api);
    for (const round of [1, 2, 3]) {
      for (const wrong of [1, 2, 3, 4]) await signIn(person, `00${round}00${wrong}`);
      suite.api.time.nowMs += STEP_MS + 600_000;
      expect(outcomeOf(await signIn(person, person.codeNow()))).toBe(200);
    }
  });
});

describe("turning the second factor off", () => {
  test("SET-12: requires the password; afterwards the password alone signs in", async () => {
    const person = await registeredWithTotp(suite.api);
    const { token, password } = person;
    const stop = (body: object) => suite.api.call(token, "DELETE", "/api/v1/account/totp", body);
    expect(codeOf(await stop({ password: "guess" }))).toBe("wrong-password");
    expect(codeOf(await suite.api.signIn(person.email, password))).toBe("totp-required");
    expect((await stop({ password })).statusCode).toBe(200);
    expect((await suite.api.signIn(person.email, password)).statusCode).toBe(200);
    expect(codeOf(await stop({ password }))).toBe("totp-off");
    expect(await eventsOf(person.tenant.id)).toContain("TotpDisabled");
  });

  test("new recovery codes require a second factor", async () => {
    const owner = await registered(suite.api);
    const body = { password: owner.password };
    const answer = await suite.api.call(
      owner.token,
      "POST",
      "/api/v1/account/recovery-codes",
      body,
    );
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, "totp-off"]);
  });
});

test("a session from before stays open while the factor is set up", async () => {
  const person = await registered(suite.api);
  const other = signedIn(await suite.api.signIn(person.email, person.password)).token;
  await withTotp(suite.api, person.token, person.password);
  suite.api.time.nowMs += 1000;
  expect((await suite.api.who(other)).statusCode).toBe(200);
});
