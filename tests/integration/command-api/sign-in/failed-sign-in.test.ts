import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { ApiError } from "#kernel/contract/api/envelope.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  adminToken,
  registered,
  setStatus,
} from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("a failed sign-in", () => {
  test("AUTH-24: reveals nothing: unknown, known, suspended, dismissed, disabled and the other portal look alike", async () => {
    await adminToken(suite.api);
    const known = await registered(suite.api);
    const suspended = await registered(suite.api);
    await setStatus(suite.api, suspended.tenant.id, "suspended");
    const dismissed = await registered(suite.api);
    await suite.database.rows("update auth.memberships set ended_ms = 1 where user_id = $1", [
      dismissed.user.id,
    ]);
    const disabled = await registered(suite.api);
    await suite.database.rows("update auth.users set disabled_ms = 1 where user_id = $1", [
      disabled.user.id,
    ]);

    const answers = await Promise.all([
      suite.api.signIn("unknown@example.com", "correct horse"),
      suite.api.signIn("not an email", "correct horse"),
      suite.api.signIn(known.email, "wrong horse!"),
      suite.api.signIn(suspended.email, "wrong horse!"),
      suite.api.signIn(dismissed.email, dismissed.password),
      suite.api.signIn(disabled.email, disabled.password),
      suite.api.signIn(ADMIN.email, ADMIN.password),
      suite.api.signIn(ADMIN.email, "wrong horse!"),
      suite.api.adminSignIn(known.email, known.password),
      suite.api.adminSignIn(suspended.email, suspended.password),
      suite.api.adminSignIn("unknown@example.com", "x"),
      suite.api.adminSignIn(ADMIN.email, "wrong horse!"),
    ]);
    const seen = answers.map((answer) => {
      const { request_id: _, ...body } = ApiError.parse(answer.json());
      const headers = { ...answer.headers, date: "", "x-request-id": "" };
      return JSON.stringify([answer.statusCode, body, headers]);
    });
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(401);
    expect(ApiError.parse(answers[0]?.json())).toMatchObject({
      code: "wrong-credentials",
      error: serverTexts.wrongSignIn,
    });
  });

  test("hashes a password even if the account does not exist", async () => {
    const owner = await registered(suite.api);
    const spy = vi.spyOn(suite.api.accounts.passwords, "isRight");
    await suite.api.signIn("unknown@example.com", "x");
    await suite.api.signIn(owner.email, "x");
    await suite.api.adminSignIn(owner.email, owner.password);
    expect(spy.mock.calls.map(([, hash]) => typeof hash)).toEqual([
      "undefined",
      "string",
      "undefined",
    ]);
    spy.mockRestore();
  });

  test("writes an access log line without the email and the password", async () => {
    const owner = await registered(suite.api);
    await suite.api.signIn(owner.email, "s3cret-guess", "203.0.113.77");
    await suite.api.signIn("stranger@example.com", "s3cret-guess", "203.0.113.77");
    const lines = await suite.database.rows(
      `select tenant_id, actor_id, action, result, ip_prefix, length(actor_hash), l::text
         from audit.access_log l where ip_prefix = '203.0.113.0/24' order by tenant_id nulls last`,
    );
    expect(lines).toEqual([
      [
        owner.tenant.id,
        owner.user.id,
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

  test("reveals a suspension only to a user with the right password", async () => {
    const owner = await registered(suite.api);
    await setStatus(suite.api, owner.tenant.id, "suspended");
    const answer = await suite.api.signIn(owner.email, owner.password);
    expect(answer.statusCode).toBe(403);
    expect(ApiError.parse(answer.json())).toMatchObject({
      code: "tenant-suspended",
      error: serverTexts.suspended,
    });
    expect(
      await suite.database.rows(
        `select count(*) from auth.sessions
          where tenant_id = $1 and ended_ms is null and purpose <> 'export'`,
        [owner.tenant.id],
      ),
    ).toEqual([["0"]]);
    await setStatus(suite.api, owner.tenant.id, "active");
    expect((await suite.api.signIn(owner.email, owner.password)).statusCode).toBe(200);
  });
});
