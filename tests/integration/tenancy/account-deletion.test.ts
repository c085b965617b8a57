import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { deleteTenant } from "#command-api/tenant/delete-tenant.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { idOf, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { somePicture } from "#tests/kit/builders/picture.ts";

import { openTenancy, type TenantOwner, PASSWORD } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
});

const DAY_MS = 86_400_000;
const DELETION = "/api/v1/account-deletion";
const request = (password = PASSWORD) =>
  suite.call("POST", DELETION, { token: owner.token, body: { password } });
const until = async () => (await suite.call("GET", DELETION, { token: owner.token })).body;
const accounts = (laterMs: number) => ({
  ...suite.service.accounts,
  clock: () => Date.now() + laterMs,
});
const typesIn = async (log: string): Promise<string[]> =>
  (
    await suite.query<{ type: string }>(
      `select type from es.events where tenant_id = $1 and stream_id = $2 order by stream_version`,
      [log, owner.tenantId],
    )
  ).map(({ type }) => type);

describe("a tenant deleted by its owner", () => {
  test("SET-14: requires the password, is recorded in both logs and can be cancelled for 30 days", async () => {
    expect(statusAndText(await request("not the password"))).toMatch(/^403 .*wrong-password/);
    expect(await until()).toEqual({ success: true, data: { until: null } });
    expect((await request()).status).toBe(200);
    const asked = await until();
    expect(asked).toEqual({ success: true, data: { until: expect.any(String) } });
    expect((await request()).status).toBe(200);
    expect(await until()).toEqual(asked);
    expect((await suite.call("GET", "/api/products.php", { token: owner.token })).status).toBe(200);
    expect(await deleteTenant(accounts(29 * DAY_MS), owner.tenantId)).toEqual({
      rejected: "deletion-not-due",
    });
    expect((await suite.call("DELETE", DELETION, { token: owner.token })).status).toBe(200);
    expect(await until()).toEqual({ success: true, data: { until: null } });
    expect(await deleteTenant(accounts(31 * DAY_MS), owner.tenantId)).toEqual({
      rejected: "deletion-not-requested",
    });
    for (const log of [owner.tenantId, PLATFORM_TENANT_ID]) {
      expect(await typesIn(log)).toEqual([
        "TenantRegistered",
        "AccountDeletionRequested",
        "AccountDeletionCancelled",
      ]);
    }
  });

  test("SET-14, PROD-54: keeps the sales, and no pictures and no personal data in rows, log and read models", async () => {
    const { token } = owner;
    const neighbour = await suite.registerTenant();
    const cashier = await suite.hire("cashier", owner);
    const person = { first_name: "Zaccheus", last_name: "Zormelo", email: "z@zz.example" };
    const product = idOf(
      await suite.call("POST", "/api/products.php", {
        token,
        body: { name: "Milo", price: 2, stock: 9 },
      }),
    );
    for (const one of [owner, neighbour]) {
      await suite.call("POST", "/api/customers.php", { token: one.token, body: person });
      const picture = somePicture("Zaccheus").toString("base64");
      await suite.call("POST", "/api/v1/pictures", { token: one.token, body: { picture } });
    }
    const customer = await suite.query<{ customer_id: string }>(
      "select data->>'customerId' as customer_id from es.events where tenant_id = $1 and type = 'CustomerAdded'",
      [owner.tenantId],
    );
    const sale = {
      customer_id: customer[0]?.customer_id,
      items: [{ product_id: product, quantity: 2, unit_price: 2 }],
      notes: "Zaccheus pays later",
    };
    expect((await suite.call("POST", "/api/sales.php", { token, body: sale })).status).toBe(200);
    for (const url of ["/api/customers.php", "/api/sales.php"]) {
      expect((await suite.call("GET", url, { token })).text).toContain("Zaccheus");
    }
    const contact = "zz-contact@zz.example";
    await suite.call("PUT", `/api/super-admin.php/${owner.tenantId}`, {
      token: suite.tokenOf("super_admin"),
      body: { email: contact },
    });
    const rows = async (table: string, values: readonly string[]): Promise<number> =>
      (
        await suite.query(
          `select 1 from ${table} t where exists (select from unnest($1::text[]) v where strpos(t::text, v) > 0)`,
          [values],
        )
      ).length;
    await vi.waitUntil(async () => (await rows("rm.rm_platform_tenants", [contact])) === 1);
    await request();
    const before = await suite.query("select count(*) from es.events where tenant_id = $1", [
      owner.tenantId,
    ]);

    expect(await deleteTenant(accounts(30 * DAY_MS), owner.tenantId)).toBeUndefined();
    expect(await deleteTenant(accounts(30 * DAY_MS), owner.tenantId)).toEqual({
      rejected: "tenant-not-found",
    });
    await suite.untilOut(token);
    await suite.untilOut(cashier.token);
    for (const email of [owner.email, cashier.email]) {
      expect((await suite.signIn(email)).status).toBe(401);
    }
    await vi.waitUntil(
      async () =>
        (await rows(
          "(select * from rm.rm_sales where customer_name is not null or notes is not null)",
          [owner.tenantId],
        )) +
          (await rows("(select * from rm.rm_customers where first_name is not null)", [
            owner.tenantId,
          ])) ===
        0,
    );
    await vi.waitUntil(async () => (await rows("rm.rm_platform_tenants", [contact])) === 0);
    for (const table of ["auth.users", "auth.invitations"]) {
      expect([table, await rows(table, [owner.email, cashier.email])]).toEqual([table, 0]);
    }
    expect(
      await suite.query("select 1 from es.subject_keys where tenant_id = $1", [owner.tenantId]),
    ).toEqual([]);
    const left = "select tenant_id from es.pictures where tenant_id = any ($1::uuid[])";
    expect(await suite.query(left, [[owner.tenantId, neighbour.tenantId]])).toEqual([
      { tenant_id: neighbour.tenantId },
    ]);
    expect(before).not.toEqual([]);
    expect(await rows("rm.rm_sales", [owner.tenantId])).toBe(1);
    expect(
      await rows("(select * from rm.rm_customers where first_name = 'Zaccheus')", [
        neighbour.tenantId,
      ]),
    ).toBe(1);
    expect(await typesIn(PLATFORM_TENANT_ID)).toContain("AccountDeleted");

    // Registering again with the same email and name creates a new tenant without any old data.
    const again = await suite.call("POST", "/auth/register.php", {
      body: {
        business_name: "Shop",
        first_name: "Ama",
        last_name: "Owner",
        email: owner.email,
        password: PASSWORD,
      },
    });
    expect(again.status).toBe(200);
    expect(again.text).not.toContain(owner.tenantId);
    const back = { status: "active" };
    const revived = await suite.call("PUT", `/api/super-admin.php/${owner.tenantId}`, {
      token: suite.tokenOf("super_admin"),
      body: back,
    });
    expect(statusAndText(revived)).toMatch(/^404 .*tenant-not-found/);
  });

  test.for(["manager", "accountant"])("the %s may not delete it", async (role) => {
    const { token } = await suite.hire(role, owner);
    const answers = [
      await suite.call("POST", DELETION, { token, body: { password: PASSWORD } }),
      await suite.call("DELETE", DELETION, { token }),
      await suite.call("GET", DELETION, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
