import { afterAll, beforeAll, expect, it } from "vitest";

import { ask } from "#query-api/ask.query.ts";
import { DASHBOARD, REPORT } from "#query-api/report/report.query.ts";

import { openQueryDatabase, type QueryDatabase } from "./query-database.ts";
import { fillTenant } from "./tenant-rows.ts";
import { FOREIGN, FOREIGN_TENANT, OWN, OWN_TENANT } from "./two-tenants.ts";

let database: QueryDatabase;

beforeAll(async () => {
  database = await openQueryDatabase();
  await fillTenant(database.admin, OWN_TENANT);
  await fillTenant(database.admin, FOREIGN_TENANT);
});
afterAll(() => database.close());

const inZone = (timezone: string) =>
  database.admin.query("update rm.rm_shops set timezone = $2 where tenant_id = $1", [
    OWN,
    timezone,
  ]);

const week = (now: string) =>
  ask(database.pool, DASHBOARD, {
    tenantId: OWN,
    nowMs: Date.parse(now),
    args: { days: 7, from: null, to: null },
  });

it.each([
  ["Africa/Accra", "2026-03-10T00:00:00.000Z", "2026-03-04", "2026-03-10"],
  ["Africa/Accra", "2026-03-10T23:59:59.999Z", "2026-03-04", "2026-03-10"],
  ["UTC", "2024-03-01T00:00:00.000Z", "2024-02-24", "2024-03-01"],
  // An hour before and after the clocks go forward and back.
  ["America/New_York", "2026-03-08T04:59:59.999Z", "2026-03-01", "2026-03-07"],
  ["America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-02", "2026-03-08"],
  ["America/New_York", "2026-03-09T03:59:59.999Z", "2026-03-02", "2026-03-08"],
  ["America/New_York", "2026-03-09T04:00:00.000Z", "2026-03-03", "2026-03-09"],
  ["America/New_York", "2026-11-02T04:59:59.999Z", "2026-10-26", "2026-11-01"],
  ["Europe/London", "2026-03-29T22:59:59.999Z", "2026-03-23", "2026-03-29"],
  ["Europe/London", "2026-03-29T23:00:00.000Z", "2026-03-24", "2026-03-30"],
  ["Europe/London", "2026-10-25T23:59:59.999Z", "2026-10-19", "2026-10-25"],
])("in %s at %s a week is %s to %s", async (timezone, now, first, last) => {
  await inZone(timezone);

  const { localDate, body } = await week(now);

  expect([body.firstDay, body.lastDay, localDate]).toEqual([first, last, last]);
});

it("starts the months of the trend at local midnight", async () => {
  await inZone("America/New_York");
  const report = async (now: string) => {
    const asked = { tenantId: OWN, nowMs: Date.parse(now), args: {} };
    const { body } = await ask(database.pool, REPORT, asked);
    return [body.months[0]?.month, body.months[11]?.month];
  };

  expect(await report("2026-03-01T04:59:59.999Z")).toEqual(["2026-02-01", "2025-03-01"]);
  expect(await report("2026-03-01T05:00:00.000Z")).toEqual(["2026-03-01", "2025-04-01"]);
});

it("uses Accra's time zone for a tenant that is not projected yet", async () => {
  await database.admin.query("delete from rm.rm_shops where tenant_id = $1", [OWN]);

  const { localDate, body } = await week("2026-03-10T23:59:59.999Z");

  expect([localDate, body.firstDay, body.currency]).toEqual(["2026-03-10", "2026-03-04", "GHS"]);
  const { rows } = await database.admin.query("select 1 from rm.rm_shops where tenant_id = $1", [
    FOREIGN,
  ]);
  expect(rows).toHaveLength(1);
});
