import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createCalendar } from "#command-api/reactions/engine/calendar.ts";
import type { Reaction } from "#command-api/reactions/engine/reaction.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

/** A calendar of a process of its own, and what it handed over. */
function calendarAt(time: { nowMs: number }) {
  const handed: Reaction[] = [];
  const queue = {
    add: async (_client: unknown, reactions: readonly Reaction[]) => {
      await Promise.resolve();
      handed.push(...reactions);
    },
    work: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const calendar = createCalendar(
    { pool: apis.as("jobs"), queue, clock: () => time.nowMs, log: silent },
    0,
  );
  return { look: calendar.look, handed };
}

const reportsOf = (handed: readonly Reaction[]) =>
  handed
    .filter(({ job }) => job.kind === "sales-report" && job.tenantId === apis.tenantId)
    .map(({ job }) => [job.period?.frequency, job.period?.from, job.period?.to]);

/** Midnight UTC of the next such weekday, at least a day away: the shop is registered today. */
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
  // Reading waits for the read model that the calendar asks.
  await apis.askOf.query("GET", "/api/v1/settings");
}

describe("sales reports", () => {
  test("by the day: at nine and not before, once, whoever looks and however often", async () => {
    await setTo({ report_frequency: "daily" });
    const monday = nextMonday();
    const time = { nowMs: monday + 9 * HOUR_MS - 1 };
    const [one, two] = [calendarAt(time), calendarAt(time)];
    await one.look();
    expect(reportsOf(one.handed)).toEqual([]);

    time.nowMs += 1;
    await Promise.all([one.look(), two.look()]);
    time.nowMs += HOUR_MS;
    await Promise.all([one.look(), two.look()]);
    // The clock is set back, and the process starts anew.
    time.nowMs -= HOUR_MS;
    const three = calendarAt(time);
    await three.look();
    const yesterday = dayOf(monday - DAY_MS);
    expect(reportsOf([...one.handed, ...two.handed, ...three.handed])).toEqual([
      ["daily", yesterday, yesterday],
    ]);

    time.nowMs += DAY_MS;
    await three.look();
    expect(reportsOf(three.handed)).toEqual([["daily", dayOf(monday), dayOf(monday)]]);
  });

  test("by the week: on Monday, of the seven days before", async () => {
    await setTo({ report_frequency: "weekly" });
    const monday = nextMonday();
    const time = { nowMs: monday + 10 * HOUR_MS };
    const calendar = calendarAt(time);
    await calendar.look();
    time.nowMs += DAY_MS;
    await calendar.look();
    expect(reportsOf(calendar.handed)).toEqual([
      ["weekly", dayOf(monday - 7 * DAY_MS), dayOf(monday - DAY_MS)],
    ]);
  });

  test("by the month: on its first day, of the month before", async () => {
    await setTo({ report_frequency: "monthly" });
    const time = { nowMs: Date.parse("2030-03-01T09:30:00Z") };
    const calendar = calendarAt(time);
    await calendar.look();
    time.nowMs += DAY_MS;
    await calendar.look();
    expect(reportsOf(calendar.handed)).toEqual([["monthly", "2030-02-01", "2030-02-28"]]);
  });

  test("by the shop's own clock, and not at all where they are turned off", async () => {
    await setTo({ report_frequency: "daily" }, { timezone: "America/New_York" });
    const time = { nowMs: Date.parse("2030-07-10T12:59:00Z") };
    const calendar = calendarAt(time);
    await calendar.look();
    expect(reportsOf(calendar.handed)).toEqual([]);
    time.nowMs += 60_000;
    await calendar.look();
    expect(reportsOf(calendar.handed)).toEqual([["daily", "2030-07-09", "2030-07-09"]]);

    await setTo({ sales_reports: false }, { timezone: "Africa/Accra" });
    time.nowMs = Date.parse("2030-08-10T12:00:00Z");
    await calendar.look();
    expect(reportsOf(calendar.handed)).toHaveLength(1);
  });
});

test("the end of a trial is one for each shop, the day after its last", async () => {
  const trialEndsOf = (handed: readonly Reaction[]) =>
    handed.filter(({ job }) => job.kind === "trial-end").map(({ job }) => job.tenantId);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const time = { nowMs: today + 14 * DAY_MS + 12 * HOUR_MS };
  const calendar = calendarAt(time);
  await calendar.look();
  expect(trialEndsOf(calendar.handed)).toEqual([]);
  time.nowMs += DAY_MS;
  await vi.waitFor(async () => {
    await calendar.look();
    expect(trialEndsOf(calendar.handed).toSorted()).toEqual(
      [apis.tenantId, apis.foreignTenantId].toSorted(),
    );
  });
});
