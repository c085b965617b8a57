import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import {
  type AskOptions,
  failure,
  idOf,
  statusAndText,
} from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const CREATE = "/api/super-admin.php/tenant";
const aTenant = (more: object = {}) => ({
  name: "Akosua Fabrics",
  email: `${randomUUID()}@shops.example`,
  phone: "",
  address: "",
  plan: "premium",
  status: "active",
  ...more,
});
const create = (body: object, asking: AskOptions = {}) =>
  shops.ask("POST", CREATE, { as: "super_admin", body, ...asking });
const change = (id: string, body: object, asking: AskOptions = {}) =>
  shops.ask("PUT", `/api/super-admin.php/${id}`, { as: "super_admin", body, ...asking });

const eventsOf = (tenantId: string, streamId: string) =>
  shops.query<{ type: string; data: Record<string, unknown>; actor_id: string }>(
    `select type, data, actor_id from es.events
      where tenant_id = $1 and stream_id = $2 order by stream_version`,
    [tenantId, streamId],
  );
async function statusOf(tenantId: string): Promise<number | undefined> {
  const sql = "select status from es.tenant_heads where tenant_id = $1";
  return (await shops.query<{ status: number }>(sql, [tenantId]))[0]?.status;
}

describe("a tenant created by a super admin", () => {
  test("is in its own log and the platform's, sealed separately for each, with an invited owner", async () => {
    const tenant = aTenant({ phone: "+233 20", status: "pending" });
    const answer = await create(tenant);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Tenant created", data: { id: expect.any(String) } },
    ]);
    const id = idOf(answer);
    const [own, platforms] = [await eventsOf(id, id), await eventsOf(PLATFORM_TENANT_ID, id)];
    const { email: _, ...data } = own[0]?.data ?? {};
    expect(own).toEqual([
      {
        type: "TenantCreated",
        actor_id: platforms[0]?.actor_id,
        data: {
          tenantId: id,
          name: tenant.name,
          ownerId: expect.any(String),
          email: expect.stringMatching(/^sealed:v1:/),
          phone: "+233 20",
          status: "pending",
          plan: "premium",
          trialUntil: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
          currency: "GHS",
          timezone: "Africa/Accra",
          cashiersSeeTakings: false,
        },
      },
    ]);
    expect(platforms).toMatchObject([{ type: "TenantCreated", data }]);
    expect(platforms[0]?.data["email"]).not.toBe(own[0]?.data["email"]);
    expect(await statusOf(id)).toBe(2);
    expect(
      await shops.query("select email, role, ended_ms from auth.invitations where tenant_id = $1", [
        id,
      ]),
    ).toEqual([{ email: tenant.email, role: "owner", ended_ms: null }]);
  });

  test("is created once per key; another body with the same key is refused", async () => {
    const [body, headers] = [aTenant(), { "idempotency-key": randomUUID() }];
    const answers = await Promise.all([1, 2, 3].map(() => create(body, { headers })));
    expect(new Set(answers.map(statusAndText)).size).toBe(1);
    expect(statusAndText(await create(body, { headers }))).toBe(
      statusAndText(await create(body, { headers })),
    );
    const other = await create({ ...body, name: "Other" }, { headers });
    expect([other.status, other.body]).toEqual([422, failure("key-reused", expect.any(String))]);
  });

  test("gets the form's defaults for plan and status", async () => {
    const id = idOf(await create(aTenant({ plan: "", status: undefined, cheese: 1 })));
    const [created] = await eventsOf(id, id);
    expect(created?.data).toMatchObject({ plan: "basic", status: "active" });
    expect(created?.data).not.toHaveProperty("cheese");
    expect(created?.data).not.toHaveProperty("phone");
  });

  test("has a trial as long as the platform's settings say, like a registered one", async () => {
    const set = (days: number) =>
      shops.ask("PUT", "/api/v1/platform/settings", {
        as: "super_admin",
        body: { trial_days: days },
      });
    expect((await set(30)).status).toBe(200);
    const id = idOf(await create(aTenant()));
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect((await eventsOf(id, id))[0]?.data).toMatchObject({ trialUntil: until });
    await set(14);
  });

  test("needs an email without an account", async () => {
    const before = await written(shops);
    const answer = await create(aTenant({ email: shops.ownerEmail.toUpperCase() }));
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("email-taken", "An account with this email already exists"),
    ]);
    expect(await written(shops)).toEqual(before);
  });
});

describe("a tenant changed by a super admin", () => {
  test("keeps fields that were not sent; changes are in both logs with old and new values", async () => {
    const id = idOf(await create(aTenant()));
    const answer = await change(id, { name: "Akosua & Sons", address: "Oxford Street", plan: "" });
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Tenant updated", data: { id } },
    ]);
    const changes = {
      name: { from: "Akosua Fabrics", to: "Akosua & Sons" },
      address: { from: null, to: "Oxford Street" },
    };
    for (const log of [id, PLATFORM_TENANT_ID]) {
      expect((await eventsOf(log, id)).slice(1)).toMatchObject([
        { type: "TenantDetailsChanged", data: { tenantId: id, changes } },
      ]);
    }
    expect((await change(id, { name: "Akosua & Sons", phone: "" })).status).toBe(200);
    expect(await eventsOf(id, id)).toHaveLength(2);
  });

  test("accepts {status} alone, with a reason from our own client, and {plan} alone", async () => {
    const id = shops.foreignTenantId;
    expect((await change(id, { status: "suspended", reason: "unpaid" })).status).toBe(200);
    expect(await statusOf(id)).toBe(3);
    expect(
      (await shops.ask("POST", "/api/products.php", { as: "foreign owner", body: {} })).status,
    ).toBe(401);
    expect((await change(id, { status: "active" })).status).toBe(200);
    expect((await change(id, { plan: "enterprise" })).status).toBe(200);
    for (const log of [id, PLATFORM_TENANT_ID]) {
      expect((await eventsOf(log, id)).slice(1).map(({ type, data }) => [type, data])).toEqual([
        [
          "TenantStatusChanged",
          { tenantId: id, from: "active", to: "suspended", reason: "unpaid" },
        ],
        ["TenantStatusChanged", { tenantId: id, from: "suspended", to: "active" }],
        [
          "TenantPlanChanged",
          { tenantId: id, changes: { plan: { from: "basic", to: "enterprise" } } },
        ],
      ]);
    }
  });

  test("a new email replaces the old one in the log, and the waiting owner is invited there", async () => {
    const tenant = aTenant();
    const id = idOf(await create(tenant));
    expect((await change(id, { email: tenant.email.toUpperCase() })).status).toBe(200);
    expect(await eventsOf(id, id)).toHaveLength(1);
    const email = `${randomUUID()}@shops.example`;
    expect((await change(id, { email })).status).toBe(200);
    expect(
      await shops.query<{ type: string }>(
        "select type from es.events where tenant_id = $1 order by seq",
        [id],
      ),
    ).toEqual([
      { type: "TenantCreated" },
      { type: "StaffInvited" },
      { type: "TenantDetailsChanged" },
      { type: "StaffInvited" },
    ]);
    const links = await shops.query<{ used: boolean }>(
      `select used_ms is not null as used from auth.link_tokens
        where tenant_id = $1 order by created_ms`,
      [id],
    );
    expect(links).toEqual([{ used: true }, { used: false }]);
    const taken = await change(id, { email: shops.ownerEmail });
    expect([taken.status, taken.body]).toEqual([409, failure("email-taken", expect.any(String))]);
  });

  test.for(["7", "tenant", "tenants", "activity", randomUUID(), PLATFORM_TENANT_ID])(
    "is not found by %s",
    async (id) => {
      const before = await written(shops);
      const answer = await change(id, { status: "suspended" });
      expect([answer.status, answer.body]).toEqual([
        404,
        failure("tenant-not-found", "Tenant not found"),
      ]);
      expect(await written(shops)).toEqual(before);
    },
  );
});
