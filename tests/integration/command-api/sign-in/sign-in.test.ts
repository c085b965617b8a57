import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ApiError } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import { registered, signedIn } from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("signing in", () => {
  test("answers with the user, the tenant and a working token", async () => {
    const owner = await registered(suite.api);
    const answer = await suite.api.signIn(` ${owner.email.toUpperCase()}`, owner.password);
    expect(answer.statusCode).toBe(200);
    const { token, user, tenant } = signedIn(answer);
    expect({ user, tenant }).toEqual({ user: owner.user, tenant: owner.tenant });
    expect((await suite.api.who(token)).json()).toMatchObject({
      tenantId: tenant.id,
      userId: user.id,
    });
  });

  test("creates a new token, a new event and a new time of last sign-in each time", async () => {
    const owner = await registered(suite.api);
    suite.api.time.nowMs += 1000;
    const answers = [
      await suite.api.signIn(owner.email, owner.password),
      await suite.api.signIn(owner.email, owner.password),
    ];
    const tokens = answers.map((answer) => signedIn(answer).token);
    expect(new Set([owner.token, ...tokens]).size).toBe(3);
    expect(
      await suite.database.rows(
        "select type, stream_version, data->>'sid' <> '' from es.events where tenant_id = $1 and type = 'SignedIn' order by seq",
        [owner.tenant.id],
      ),
    ).toEqual([
      ["SignedIn", 2, true],
      ["SignedIn", 3, true],
      ["SignedIn", 4, true],
    ]);
    expect(
      await suite.database.rows("select last_login_ms from auth.users where email = $1", [
        owner.email,
      ]),
    ).toEqual([[String(suite.api.time.nowMs)]]);
    expect(
      await suite.database.rows(
        "select distinct device, ip_prefix from auth.sessions where tenant_id = $1",
        [owner.tenant.id],
      ),
    ).toEqual([["Test", "198.51.100.0/24"]]);
  });

  test("twenty times at once creates twenty sessions and consecutive stream versions", async () => {
    const owner = await registered(suite.api);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        suite.api.signIn(owner.email, owner.password, `192.0.2.${n}`),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(
      await suite.database.rows(
        "select count(*), max(stream_version) from es.events where tenant_id = $1 and stream_type = 'member'",
        [owner.tenant.id],
      ),
    ).toEqual([["22", 22]]);
  });

  test("requires an email and a password", async () => {
    const noEmail = await suite.api.post("/auth/login.php", { email: "", password: "x" });
    const noPassword = await suite.api.post("/auth/super-admin-login.php", { email: "a@b" });
    expect([noEmail.statusCode, noPassword.statusCode]).toEqual([400, 400]);
    expect(ApiError.parse(noEmail.json()).error).toContain(texts.registration.emailRequired);
    expect(ApiError.parse(noPassword.json()).error).toContain(texts.registration.passwordRequired);
    expect((await suite.api.signIn("a@b", "x".repeat(1025))).statusCode).toBe(400);
  });
});
