import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createCalendar } from "#command-api/reactions/engine/calendar.ts";
import type { NewJob } from "#command-api/reactions/engine/job.ts";
import { REACTIONS } from "#command-api/reactions/start-reactions.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

/** The calendar of one process and the jobs it queued. */
function calendarAt(time: { nowMs: number }) {
  const queued: NewJob[] = [];
  const queue = {
    add: async (_client: unknown, jobs: readonly NewJob[]) => {
      await Promise.resolve();
      queued.push(...jobs);
    },
    work: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const calendar = createCalendar(
    { pool: apis.as("jobs"), queue, triggers: REACTIONS, clock: () => time.nowMs },
    0,
  );
  return { check: calendar.check, queued };
}

const reportsOf = (queued: readonly NewJob[]) =>
  queued
    .filter(({ job }) => job.kind === "sales-report" && job.tenantId === apis.tenantId)
    .map(({ job }) => [job.period?.frequency, job.period?.from, job.period?.to]);

/** Midnight UTC of the next Monday that is at least two days away: the tenant registers today. */
const nextMonday = (): number => {
  const day = Math.floor(Date.now() / DAY_MS) + 2;
  // 1970 began on a Thursday.
  return (day + ((11 - (day % 7)) % 7)) * DAY_MS;
};
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function setTo(settings: object, business: object = {}): Promise<void> {
  await apis.ask("PUT", "/api/v1/settings/notifications", { body: settings });
  if (Object.keys(business).length > 0) {
    await apis.ask("PUT", "/api/v1/settings/business", { body: business });
  }
  // Reading waits for the read model that the calendar queries.
  await apis.askOf.query("GET", "/api/v1/settings");
}

describe("sales reports", () => {
  test("daily: one job at nine, however many processes check and however often", async () => {
    await setTo({ report_frequency: "daily" });
    const monday = nextMonday();
    const time = { nowMs: monday + 9 * HOUR_MS - 1 };
    const [one, two] = [calendarAt(time), calendarAt(time)];
    await one.check();
    expect(reportsOf(one.queued)).toEqual([]);

    time.nowMs += 1;
    await Promise.all([one.check(), two.check()]);
    time.nowMs += HOUR_MS;
    await Promise.all([one.check(), two.check()]);
    // The clock is set back, and the process restarts.
    time.nowMs -= HOUR_MS;
    const three = calendarAt(time);
    await three.check();
    const yesterday = dayOf(monday - DAY_MS);
    expect(reportsOf([...one.queued, ...two.queued, ...three.queued])).toEqual([
      ["daily", yesterday, yesterday],
    ]);

    time.nowMs += DAY_MS;
    await three.check();
    expect(reportsOf(three.queued)).toEqual([["daily", dayOf(monday), dayOf(monday)]]);
  });

  test("weekly: on Monday, for the seven days before", async () => {
    await setTo({ report_frequency: "weekly" });
    const monday = nextMonday();
    const time = { nowMs: monday + 10 * HOUR_MS };
    const calendar = calendarAt(time);
    await calendar.check();
    time.nowMs += DAY_MS;
    await calendar.check();
    expect(reportsOf(calendar.queued)).toEqual([
      ["weekly", dayOf(monday - 7 * DAY_MS), dayOf(monday - DAY_MS)],
    ]);
  });

  test("monthly: on the first day, for the month before", async () => {
    await setTo({ report_frequency: "monthly" });
    const time = { nowMs: Date.parse("2030-03-01T09:30:00Z") };
    const calendar = calendarAt(time);
    await calendar.check();
    time.nowMs += DAY_MS;
    await calendar.check();
    expect(reportsOf(calendar.queued)).toEqual([["monthly", "2030-02-01", "2030-02-28"]]);
  });

  test("in the tenant's time zone, and not at all when turned off", async () => {
    await setTo({ report_frequency: "daily" }, { timezone: "America/New_York" });
    const time = { nowMs: Date.parse("2030-07-10T12:59:00Z") };
    const calendar = calendarAt(time);
    await calendar.check();
    expect(reportsOf(calendar.queued)).toEqual([]);
    time.nowMs += 60_000;
    await calendar.check();
    expect(reportsOf(calendar.queued)).toEqual([["daily", "2030-07-09", "2030-07-09"]]);

    await setTo({ sales_reports: false }, { timezone: "Africa/Accra" });
    time.nowMs = Date.parse("2030-08-10T12:00:00Z");
    await calendar.check();
    expect(reportsOf(calendar.queued)).toHaveLength(1);
  });
});

test("each trial ends once, on the day after its last day", async () => {
  const trialEndsOf = (queued: readonly NewJob[]) =>
    queued.filter(({ job }) => job.kind === "trial-end").map(({ job }) => job.tenantId);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const time = { nowMs: today + 14 * DAY_MS + 12 * HOUR_MS };
  const calendar = calendarAt(time);
  await calendar.check();
  expect(trialEndsOf(calendar.queued)).toEqual([]);
  time.nowMs += DAY_MS;
  await vi.waitFor(async () => {
    await calendar.check();
    expect(trialEndsOf(calendar.queued).toSorted()).toEqual(
      [apis.tenantId, apis.foreignTenantId].toSorted(),
    );
  });
});

test("TAX-08: the sales of twelve months of a shop that is not registered are noticed at 80 and 100 %, once each", async () => {
  const stepsOf = (queued: readonly NewJob[]) =>
    queued
      .filter(({ job }) => job.kind === "tax-threshold")
      .map(({ job }) => [job.tenantId === apis.tenantId, job.step]);
  const nine = Date.parse("2031-03-10T09:00:00Z");
  const time = { nowMs: nine };
  const calendar = calendarAt(time);
  const sold = async (cedis: number, day: string, currency = "GHS") => {
    for (const tenantId of [apis.tenantId, apis.foreignTenantId]) {
      await apis.query(
        `insert into rm.rm_daily_totals as d (tenant_id, day, currency, orders, total_minor, tax_minor)
         values ($1, $2, $3, 1, $4, 0)
         on conflict (tenant_id, day, currency) do update set total_minor = excluded.total_minor`,
        [tenantId, day, currency, Math.round(cedis * 100)],
      );
    }
  };
  const stepsAt = async (ms: number) => {
    time.nowMs = ms;
    await calendar.check();
    return stepsOf(calendar.queued.splice(0));
  };
  // Neither a registered shop nor one in another country needs it, nor one in another currency.
  await setTo({}, { tax_profile: "registered" });
  await apis.ask("PUT", "/api/v1/settings/business", {
    as: "foreign owner",
    body: { currency: "USD" },
  });
  await apis.askOf.query("GET", "/api/v1/settings", { as: "foreign owner" });
  await sold(900_000, "2030-03-10");
  await sold(900_000, "2031-03-01", "USD");
  await sold(599_999.99, "2031-03-09");
  expect(await stepsAt(nine)).toEqual([]);
  await setTo({}, { tax_profile: "foreign" });
  await sold(600_000, "2031-03-09");
  expect(await stepsAt(nine + 1)).toEqual([]);

  await setTo({}, { tax_profile: "unregistered" });
  expect(await stepsAt(nine - 1)).toEqual([]);
  expect(await stepsAt(nine + 2)).toEqual([[true, 80]]);
  expect(await stepsAt(nine + DAY_MS)).toEqual([]);
  await sold(749_999.99, "2031-03-09");
  expect(await stepsAt(nine + 2 * DAY_MS)).toEqual([]);
  await sold(750_000, "2031-03-09");
  expect(await stepsAt(nine + 3 * DAY_MS + HOUR_MS)).toEqual([]);
  expect(await stepsAt(nine + 4 * DAY_MS)).toEqual([[true, 100]]);
  await sold(650_000, "2031-03-09");
  expect(await stepsAt(nine + 5 * DAY_MS)).toEqual([]);

  // Of a shop that has reached all of it at once, the first step does not come later.
  await apis.ask("PUT", "/api/v1/settings/business", {
    as: "foreign owner",
    body: { currency: "GHS" },
  });
  await apis.askOf.query("GET", "/api/v1/settings", { as: "foreign owner" });
  await sold(750_000, "2031-03-09");
  expect(await stepsAt(nine + 6 * DAY_MS)).toEqual([[false, 100]]);
  await sold(650_000, "2031-03-09");
  expect(await stepsAt(nine + 7 * DAY_MS)).toEqual([]);
});
