import { execFile } from "node:child_process";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSuperAdmin, ensureSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  registrationInput,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("the super admin", () => {
  test("is created once, however many processes start", async () => {
    const { accounts } = suite.api;
    const ensure = (email: string) => ensureSuperAdmin(accounts, { ...ADMIN, email });
    const outcomes = await Promise.all([1, 2, 3, 4].map((n) => ensure(`root${n}@example.com`)));
    expect(outcomes.filter((outcome) => outcome === "exists")).toHaveLength(3);
    expect(outcomes).toContain("created");
    expect(await ensure("root5@example.com")).toBe("exists");
    expect(
      await suite.database.rows("select count(*) from auth.users where kind = 'platform'"),
    ).toEqual([["1"]]);
  });

  test("AUTH-20: signs in at a separate portal", async () => {
    await createSuperAdmin(suite.api.accounts, { ...ADMIN, email: " Root@Example.com" });
    const answer = await suite.api.adminSignIn(ADMIN.email, ADMIN.password);
    expect(answer.statusCode).toBe(200);
    const { token, user, tenant } = signedIn(answer);
    expect(user).toMatchObject({ email: ADMIN.email, role: "super_admin" });
    expect(tenant).toMatchObject({ id: PLATFORM_TENANT_ID, name: "Tillbook", status: "active" });
    expect((await suite.api.who(token, "/platform/who")).json()).toMatchObject({
      aud: "platform",
      role: "super_admin",
      tenantId: PLATFORM_TENANT_ID,
    });
    expect(
      await suite.database.rows(
        "select type from es.events where tenant_id = $1 and actor_id = $2",
        [PLATFORM_TENANT_ID, user.id],
      ),
    ).toContainEqual(["SignedIn"]);
  });

  test("needs a valid email", async () => {
    const admin = { email: "root", password: "platform secret" };
    expect(await createSuperAdmin(suite.api.accounts, admin)).toEqual({
      rejected: "email-invalid",
    });
  });

  test("cannot have the email of a tenant's user, nor the other way round", async () => {
    const owner = await registered(suite.api);
    expect(
      await createSuperAdmin(suite.api.accounts, {
        email: owner.email,
        password: "platform secret",
      }),
    ).toEqual({
      rejected: "email-taken",
    });
    const answer = await suite.api.post(
      "/auth/register.php",
      registrationInput({ email: ADMIN.email }),
    );
    expect(answer.statusCode).toBe(409);
  });
});

describe("npm run admin:create", () => {
  /** Runs the script: email in the arguments, password on standard input. */
  const create = (email: string, password: string) =>
    new Promise<Readonly<{ code: number; output: string }>>((resolve) => {
      const url = new URL(suite.database.adminUrl);
      url.username = "";
      url.password = "";
      const child = execFile(
        process.execPath,
        ["command-api/super-admin/main.ts", "--email", email],
        {
          env: {
            DATABASE_URL: url.href,
            DB_PASSWORD_ACCOUNT_WRITER: TEST_PASSWORDS.account_writer,
          },
        },
        (error, stdout) => resolve({ code: error ? 1 : 0, output: stdout }),
      );
      child.stdin?.end(password);
    });

  test("creates one who can sign in", async () => {
    expect(await create(" Second@Example.com", "on standard input\n")).toMatchObject({ code: 0 });
    const answer = await suite.api.adminSignIn("second@example.com", "on standard input");
    expect(answer.statusCode).toBe(200);
  });

  test("prints what is wrong, and never the password", async () => {
    const short = await create("not-an-email", "short");
    expect(short).toEqual({
      code: 1,
      output: "Invalid email address\nPassword must be at least 8 characters\n",
    });
    const twice = await create(ADMIN.email, "another secret");
    expect(twice).toEqual({ code: 1, output: "No super admin was created: email-taken\n" });
  });
});
