import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import { setTwoFactorPolicy } from "#command-api/account-store/tables/two-factor-policies.ts";
import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { AccountView } from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import {
  type AccountApi,
  createAccountApi,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  type AccountDatabase,
  openAccountDatabase,
} from "#tests/integration/command-api/account-store/account-database.ts";
import {
  ADMIN,
  codeOf,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import {
  confirmedTotp,
  STEP_MS,
  withTotp,
} from "#tests/integration/command-api/account-store/second-factors.ts";

let database: AccountDatabase;
let api: AccountApi;

beforeAll(async () => {
  database = await openAccountDatabase();
  api = await createAccountApi(database, { superAdminNeedsTotp: true });
  await createSuperAdmin(api.accounts, ADMIN);
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const twoFactorOf = async (token: string) => {
  const answer = await api.call(token, "GET", "/api/v1/account");
  return success(AccountView).parse(answer.json()).data.two_factor;
};

describe("where super admins need a second factor", () => {
  test("AUTH-26: the first sign-in allows nothing but setting it up", async () => {
    const first = signedIn(await api.adminSignIn(ADMIN.email, ADMIN.password));
    expect(first.two_factor_setup).toBe("required");
    const { token } = first;
    const { password } = ADMIN;
    const refused = [
      await api.who(token, "/platform/who"),
      await api.call(token, "GET", "/api/v1/sessions"),
      await api.call(token, "DELETE", "/api/v1/sessions", { password }),
      await api.call(token, "DELETE", "/api/v1/account/totp", { password }),
      await api.call(token, "POST", "/api/v1/account/recovery-codes", { password }),
      await api.call(token, "PUT", "/api/v1/account/password", {
        current_password: password,
        new_password: "another secret",
      }),
    ];
    for (const answer of refused) {
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, "two-factor-setup-required"]);
    }
    expect(await twoFactorOf(token)).toMatchObject({ is_on: false, must_set_up: true });

    const totp = await confirmedTotp(api, token, password);
    // The same session becomes a full session at once, in every service.
    expect((await api.who(token, "/platform/who")).statusCode).toBe(200);
    expect(await twoFactorOf(token)).toMatchObject({
      is_on: true,
      is_required: true,
      must_set_up: false,
    });

    expect(codeOf(await api.adminSignIn(ADMIN.email, password))).toBe("totp-required");
    const used = await api.adminSignIn(ADMIN.email, password, totp.codeNow());
    expect(codeOf(used)).toBe("totp-wrong");
    api.time.nowMs += STEP_MS;
    const next = signedIn(await api.adminSignIn(ADMIN.email, password, totp.codeNow()));
    expect(next.two_factor_setup).toBeUndefined();
    expect((await api.who(next.token, "/platform/who")).statusCode).toBe(200);
    const off = await api.call(next.token, "DELETE", "/api/v1/account/totp", { password });
    expect([off.statusCode, codeOf(off)]).toEqual([409, "two-factor-required"]);
  });

  test("is not required of tenants", async () => {
    const owner = await registered(api);
    expect(
      signedIn(await api.signIn(owner.email, owner.password)).two_factor_setup,
    ).toBeUndefined();
  });
});

describe("where a tenant requires a second factor", () => {
  test("the next sign-ins of this tenant set one up first; other tenants are not affected", async () => {
    const owner = await registered(api);
    const other = await registered(api);
    const tenantId = TenantId.parse(owner.tenant.id);
    const policy = (required: boolean) =>
      inAccountTransaction(api.accounts, tenantId, (client) =>
        setTwoFactorPolicy(client, { tenantId, required }, api.time.nowMs),
      );
    await policy(true);
    expect((await api.who(owner.token)).statusCode).toBe(200);
    const { token, two_factor_setup: setup } = signedIn(
      await api.signIn(owner.email, owner.password),
    );
    expect(setup).toBe("required");
    expect(codeOf(await api.who(token))).toBe("two-factor-setup-required");
    expect((await api.logOut(token)).statusCode).toBe(200);
    expect(
      (await api.who(signedIn(await api.signIn(other.email, other.password)).token)).statusCode,
    ).toBe(200);

    const again = signedIn(await api.signIn(owner.email, owner.password)).token;
    await withTotp(api, again, owner.password);
    expect((await api.who(again)).statusCode).toBe(200);
    const off = await api.call(again, "DELETE", "/api/v1/account/totp", {
      password: owner.password,
    });
    expect(codeOf(off)).toBe("two-factor-required");
    await policy(false);
    expect(
      (await api.call(again, "DELETE", "/api/v1/account/totp", { password: owner.password }))
        .statusCode,
    ).toBe(200);
    expect(
      signedIn(await api.signIn(owner.email, owner.password)).two_factor_setup,
    ).toBeUndefined();
  });
});
