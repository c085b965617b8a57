import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { AccessLogEntry } from "#kernel/contract/api/account.ts";
import { ActivityItem } from "#kernel/contract/api/platform/figures.ts";
import { AccessLogLine, pageOf } from "#kernel/contract/api/platform/lists.ts";
import { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

let apis: Apis;

beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const read = async <Data>(path: string, data: z.ZodMiniType<Data>): Promise<Data> => {
  const answer = await apis.askOf.query("GET", path, { as: "super_admin" });
  expect([path, answer.status, answer.headers["x-stale"], answer.headers["etag"]]).toEqual([
    path,
    200,
    undefined,
    undefined,
  ]);
  return z.object({ data }).parse(answer.body).data;
};

/** The access log's lines about platform admins. */
const looks = async (): Promise<string[]> => {
  const rows = await apis.query<{ target: string }>(
    "select target from audit.access_log where action = 'platform-read' order by at_ms, id",
  );
  return rows.map(({ target }) => target);
};

describe("a view of shop data by a platform admin", () => {
  test.each([
    "/api/super-admin.php",
    "/api/super-admin.php/tenants",
    "/api/super-admin.php/activity",
    "/api/v1/platform/analytics",
    "/api/v1/platform/revenue",
    "/api/v1/platform/inbox",
    "/api/v1/platform/mails",
    "/api/v1/platform/parked",
    "/api/v1/platform/access-log",
  ])("%s is one line in the access log", async (path) => {
    const before = await looks();
    await read(`${path}?tenant_id=`, z.unknown());
    expect(await looks()).toEqual([...before, `GET ${path}`]);
  });

  test("is refused if it cannot be logged", async () => {
    await apis.query("revoke insert on audit.access_log from platform_ro");
    const answer = await apis.askOf.query("GET", "/api/super-admin.php/tenants", {
      as: "super_admin",
    });
    await apis.query("grant insert on audit.access_log to platform_ro");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("Own shop");
  });

  test("does not log the search text", async () => {
    await read(`/api/super-admin.php/tenants?search=${apis.ownerEmail}`, z.unknown());
    const [row] = await apis.query<{ n: number }>(
      "select count(*)::int as n from audit.access_log where target like '%@%'",
    );
    expect(row?.n).toBe(0);
  });

  test("is in the log that the platform reads, newest first", async () => {
    const { items, pagination } = await read(
      "/api/v1/platform/access-log?limit=2",
      pageOf(AccessLogLine),
    );
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      action: "platform-read",
      target: "GET /api/v1/platform/access-log",
    });
    expect(pagination).toMatchObject({ page: 1, limit: 2 });
    expect(pagination.total).toBeGreaterThan(2);
  });
});

describe("an access log line that names a shop", () => {
  const lines = async (as: Identity) => {
    const answer = await apis.askOf.query("GET", "/api/v1/access-log?limit=100", { as });
    expect([answer.status, answer.headers["etag"]]).toEqual([200, undefined]);
    return z.object({ data: z.array(AccessLogEntry) }).parse(answer.body).data;
  };

  test("SET-19: is shown to its owner, newest first, and to no other shop", async () => {
    await apis.askOf.query("GET", "/api/v1/exports/products.csv");
    await apis.askOf.query("GET", "/api/sales/reports.php", { as: "cashier" });
    const [own, foreign] = [await lines("owner"), await lines("foreign owner")];
    expect(own.slice(0, 2)).toMatchObject([
      { action: "refused-right", target: "GET /api/sales/reports.php" },
      { action: "export", target: "/api/v1/exports/products.csv" },
    ]);
    expect(foreign.filter(({ action }) => action === "export")).toEqual([]);
    const manager = await apis.askOf.query("GET", "/api/v1/access-log", { as: "manager" });
    expect(manager.status).toBe(403);
  });
});

const NEW_SHOP = {
  business_name: "New shop",
  first_name: "Efua",
  last_name: "Mensah",
  password: "correct horse",
};

describe("global settings", () => {
  const change = (body: object) =>
    apis.ask("PUT", "/api/v1/platform/settings", { as: "super_admin", body });
  const settings = () => read("/api/v1/platform/settings", PlatformSettings);

  test("ADMIN-22: start as the pricing page says, and show a change at once", async () => {
    expect(await settings()).toEqual({
      premium_price: 50,
      enterprise_price: 150,
      trial_days: 14,
      maintenance_banner: null,
      version: 0,
    });
    expect(
      (await change({ premium_price: "59.90", maintenance_banner: " Back at noon " })).status,
    ).toBe(200);
    // Read your own write.
    expect(await settings()).toMatchObject({
      premium_price: 59.9,
      enterprise_price: 150,
      maintenance_banner: "Back at noon",
      version: 1,
    });

    await change({ premium_price: 59.9, maintenance_banner: null });
    expect(await settings()).toMatchObject({ maintenance_banner: null, version: 2 });
    const told = await apis.query<{ changes: object }>(
      "select data -> 'changes' as changes from es.events where type = 'PlatformSettingsChanged' order by seq",
    );
    expect(told.map(({ changes }) => Object.keys(changes))).toEqual([
      ["premiumPriceMinor", "maintenanceBanner"],
      ["maintenanceBanner"],
    ]);
  });

  test("take effect: a new business tries the largest plan for that long", async () => {
    const until = async (email: string): Promise<string> => {
      const body = { ...NEW_SHOP, email };
      const answer = await apis.ask("POST", "/auth/register.php", { as: "anonymous", body });
      const id = z.object({ tenant: z.object({ id: z.string() }) }).parse(answer.body).tenant.id;
      const [row] = await apis.query<{ days: number }>(
        `select (data ->> 'trialUntil')::date - (to_timestamp(occurred_ms / 1000.0) at time zone 'UTC')::date as days
           from es.events where tenant_id = $1 and type = 'TenantRegistered'`,
        [id],
      );
      return `${row?.days} days`;
    };
    expect(await until("first@shops.example")).toBe("14 days");
    await change({ trial_days: 30 });
    expect(await until("second@shops.example")).toBe("30 days");
    // The answer is public, so it is cached for some seconds.
    await expect
      .poll(
        async () =>
          (await apis.askOf.query("GET", "/api/v1/public-settings", { as: "anonymous" })).body,
        { timeout: 20_000, interval: 500 },
      )
      .toEqual({
        success: true,
        data: {
          premium_price: 59.9,
          enterprise_price: 150,
          trial_days: 30,
          maintenance_banner: null,
        },
      });
    await change({ trial_days: 14 });
  });

  test("unchanged settings make no event", async () => {
    const before = await settings();
    expect((await change({ trial_days: 14 })).status).toBe(200);
    expect(await settings()).toEqual(before);
  });

  test("are in the activity feed, with the other events of the platform's log", async () => {
    const items = await read("/api/super-admin.php/activity", z.array(ActivityItem));
    expect(items.map(({ type, status, message }) => [type, status, message])).toEqual([
      ["other", "success", "Global settings were changed"],
      ["tenant_created", "success", "New shop registered"],
      ["other", "success", "Global settings were changed"],
      ["tenant_created", "success", "New shop registered"],
      ["other", "success", "Global settings were changed"],
      ["other", "success", "Global settings were changed"],
      ["tenant_created", "success", "Foreign shop registered"],
      ["tenant_created", "success", "Own shop registered"],
    ]);
    expect(items.at(-1)).toMatchObject({
      tenant_id: apis.tenantId,
      time: expect.stringMatching(/Z$/),
    });
  });
});
