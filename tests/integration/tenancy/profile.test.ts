import { randomUUID } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { openTenancy, type TenantOwner, PASSWORD } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
});

const PROFILE = "/api/v1/settings/profile";
const change = (body: object, token = owner.token) => suite.call("PUT", PROFILE, { token, body });
const changesOf = () =>
  suite.query<{ changes: Record<string, unknown> }>(
    `select data->'changes' as changes from es.events
      where tenant_id = $1 and type = 'ProfileChanged' order by seq`,
    [owner.tenantId],
  );

describe("a profile", () => {
  test("keeps fields that were not sent, and the log has the changes, sealed", async () => {
    const answer = await change({ first_name: "Adwoa", phone: "+233 24 000" });
    expect(statusAndText(answer)).toMatch(/^200 .*Profile updated successfully!/);
    const account = await suite.call("GET", "/api/v1/account", { token: owner.token });
    expect(account.body).toMatchObject({
      data: { first_name: "Adwoa", last_name: "Owner", phone: "+233 24 000", email: owner.email },
    });
    expect((await change({ phone: "", last_name: "Owner" })).status).toBe(200);
    const sealed = expect.stringMatching(/^sealed:v1:/);
    expect(await changesOf()).toEqual([
      { changes: { firstName: { from: sealed, to: sealed }, phone: { from: null, to: sealed } } },
      { changes: { phone: { from: sealed, to: null } } },
    ]);
    const before = await changesOf();
    expect((await change({ first_name: "Adwoa" })).status).toBe(200);
    expect(await changesOf()).toEqual(before);
  });

  test("SET-03: a new email requires the password and must not be in use", async () => {
    const email = `${randomUUID()}@new.example`;
    const before = await written(suite);
    expect(statusAndText(await change({ email }))).toMatch(/^403 .*password-required/);
    expect(statusAndText(await change({ email, password: "not it" }))).toMatch(
      /^403 .*wrong-password/,
    );
    const taken = { email: suite.ownerEmail, password: PASSWORD };
    expect(statusAndText(await change(taken))).toMatch(/^409 .*email-taken/);
    expect(await written(suite)).toEqual(before);
    expect((await change({ email: owner.email })).status).toBe(200);
    expect((await change({ email: email.toUpperCase(), password: PASSWORD })).status).toBe(200);
    expect((await suite.signIn(owner.email)).status).toBe(401);
    expect((await suite.signIn(email)).status).toBe(200);
  });

  test("a new email revokes reset links sent to the old one", async () => {
    await suite.call("POST", "/api/v1/auth/forgot-password", { body: { email: owner.email } });
    await change({ email: `${randomUUID()}@new.example`, password: PASSWORD });
    expect(
      await suite.query("select 1 from auth.link_tokens where tenant_id = $1 and used_ms is null", [
        owner.tenantId,
      ]),
    ).toEqual([]);
  });

  test("exists for super admins too, and each user changes only their own", async () => {
    const admin = await suite.adminToken();
    expect((await change({ first_name: "Root" }, admin)).status).toBe(200);
    const cashier = await suite.hire("cashier", owner);
    expect((await change({ last_name: "Quaye" }, cashier.token)).status).toBe(200);
    const account = await suite.call("GET", "/api/v1/account", { token: owner.token });
    expect(account.body).toMatchObject({ data: { first_name: "Ama", last_name: "Owner" } });
  });
});

describe("the two-factor policy", () => {
  const set = (required: boolean, { token = owner.token, password = PASSWORD } = {}) =>
    suite.call("PUT", "/api/v1/settings/two-factor-policy", {
      token,
      body: { required, password },
    });

  test("is changed by the owner with the password, and applies from the next sign-in on", async () => {
    const manager = await suite.hire("manager", owner);
    expect((await set(true, manager)).status).toBe(403);
    expect(statusAndText(await set(true, { password: "not it" }))).toMatch(/^403 .*wrong-password/);
    expect((await set(true)).status).toBe(200);
    expect((await set(true)).status).toBe(200);
    expect((await suite.call("GET", "/api/products.php", manager)).status).toBe(200);
    expect((await suite.signIn(manager.email)).body).toMatchObject({
      two_factor_setup: "required",
    });
    expect((await set(false)).status).toBe(200);
    expect((await suite.signIn(manager.email)).body).not.toHaveProperty("two_factor_setup");
    expect(
      await suite.query(
        `select data from es.events
          where tenant_id = $1 and type = 'TwoFactorPolicyChanged' order by seq`,
        [owner.tenantId],
      ),
    ).toEqual([{ data: { required: true } }, { data: { required: false } }]);
  });
});
