import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { PlatformStats } from "#kernel/contract/api/platform/figures.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

let apis: Apis;

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

beforeAll(async () => {
  apis = await openApis();
  const milo = await apis.addProduct("Milo", 10_000, "owner");
  const bread = await apis.addProduct("Bread", 10_000, "foreign owner");
  await apis.sell([[milo, 3]], {}, { as: "owner" });
  await apis.sell([[bread, 2]], { occurred_at: daysAgo(2) }, { as: "foreign owner" });
  await vi.waitFor(
    async () => {
      const behind = await apis.query("select from rm.behind()");
      expect(behind).toEqual([]);
    },
    { timeout: 20_000 },
  );
  // Moves the foreign shop's sale ten days back, and ends its trial in two days.
  await apis.query("update rm.rm_platform_days set day = day - 8 where tenant_id = $1", [
    apis.foreignTenantId,
  ]);
  await apis.query(
    "update rm.rm_platform_tenants set trial_until = (now() at time zone 'UTC')::date + 2 where tenant_id = $1",
    [apis.foreignTenantId],
  );
});
afterAll(() => apis.close());

const Stats = z.object({ data: PlatformStats });
const asAdmin = (path: string) => apis.askOf.query("GET", path, { as: "super_admin" });
const overviewOf = async (query: string) =>
  Stats.parse((await asAdmin(`/api/super-admin.php${query}`)).body).data.overview;

describe("the overview of the platform", () => {
  test("ADMIN-07: counts the sales of whole days up to today, or of all time without a period", async () => {
    const week = await overviewOf("?period=7");
    const month = await overviewOf("?period=30");
    expect([week.period, week.sellingTenants, week.revenues.map(({ orders }) => orders)]).toEqual([
      "7",
      1,
      [1],
    ]);
    expect([month.period, month.sellingTenants, month.revenues[0]?.orders]).toEqual(["30", 2, 2]);
    const all = await overviewOf("");
    expect(all).toEqual({ ...month, period: null });
    const [sum] = await apis.query<{ total: number }>(
      "select sum((data ->> 'totalMinor')::bigint)::float8 as total from es.events where type = 'SaleRecorded'",
    );
    expect(all.revenues[0]?.total).toBe((sum?.total ?? 0) / 100);
  });

  test("ADMIN-07: of all time includes a day that has only begun east of the platform", async () => {
    const shift = (days: number) =>
      apis.query("update rm.rm_platform_days set day = day + $1::int where tenant_id = $2", [
        days,
        apis.tenantId,
      ]);
    await shift(1);
    expect(await overviewOf("?period=7")).toMatchObject({ sellingTenants: 0 });
    expect(await overviewOf("")).toMatchObject({ sellingTenants: 2, revenues: [{ orders: 2 }] });
    await shift(-1);
  });

  test.each(["platform_days", "platform_totals"])(
    "says that the figures are incomplete while %s is parked",
    async (projection) => {
      const of = [PLATFORM_TENANT_ID, projection];
      const move = (by: number) =>
        apis.query(
          "update rm.checkpoints set seq = seq + $3::int where tenant_id = $1 and projection = $2",
          [...of, by],
        );
      await apis.query(
        "insert into rm.projection_parked values ($1, $2, 1, 'Any', 'a fault', 0)",
        of,
      );
      await move(-1);
      const answer = await asAdmin("/api/super-admin.php");
      await move(1);
      await apis.query("delete from rm.projection_parked", []);
      expect(answer.headers["x-stale"]).toBe("parked");
    },
  );

  test("ADMIN-07: names the trials that end within a week", async () => {
    expect((await overviewOf("?period=7")).trialsEnding).toBe(1);
  });

  test.each(["?period=5", "?period=x", "?period=30&period=7"])("refuses %s", async (query) => {
    expect((await asAdmin(`/api/super-admin.php${query}`)).status).toBe(400);
  });
});

describe("the export of the platform", () => {
  const PATH = "/api/v1/platform/exports/tenants.csv";

  test("ADMIN-31: is a file of every tenant, and is logged first", async () => {
    const { status, text, headers } = await asAdmin(PATH);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="tenants-\d{4}-\d\d-\d\d.csv"$/,
    );
    const [head, ...rows] = text.trimEnd().split("\r\n");
    expect(head).toBe(
      "\uFEFFid,name,email,phone,address,plan,status,users,currency,revenue,growth_percent,trial_until,last_login,created_at",
    );
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.startsWith(apis.tenantId))).toMatch(
      /,Own shop,[^,]+@shops\.example,,,basic,active,1,GHS,\d+\.\d\d,100,/,
    );
    const lines = await apis.query<{ target: string }>(
      "select target from audit.access_log where action = 'export'",
    );
    expect(lines).toEqual([{ target: `GET ${PATH}` }]);
  });

  test("ADMIN-31: is only for super admins", async () => {
    const answer = await apis.askOf.query("GET", PATH, { as: "owner" });
    expect(answer.status).toBe(403);
  });
});
