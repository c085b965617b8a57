import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Dashboard } from "#kernel/contract/api/reports/dashboard.ts";
import { Today } from "#kernel/contract/api/reports/today.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const DAY_MS = 86_400_000;
const SPAN_DAYS = 20;
const SALES = 120;
const VOIDED = 0.15;
const QUESTIONS = 500;
const COMPARISONS = 100;
const METHODS = PaymentMethod.options;
const ZONES = { owner: "Africa/Accra", "foreign owner": "America/New_York" } as const;
const HOUR_MS = 3_600_000;
const PRICE_MINOR = 450;

type Owner = keyof typeof ZONES;
type Sale = Readonly<{ atMs: number; minor: number; method: string; isVoided: boolean }>;
type Shop = Readonly<{ as: Owner; zone: string; sales: readonly Sale[] }>;

const { seed: SEED } = readTestSettings();
const random = createRandom(SEED);
const below = (n: number): number => Math.floor(random() * n);

const startMs = Date.now() - SPAN_DAYS * DAY_MS;
let nowMs = startMs;
let apis: Apis;
let shops: readonly Shop[];

const momentsInOrder = (count: number): number[] =>
  Array.from({ length: count }, () => startMs + below(SPAN_DAYS * DAY_MS)).toSorted(
    (a, b) => a - b,
  );

async function openShop(as: Owner) {
  const zone = ZONES[as];
  const body = { timezone: zone };
  const changed = await apis.ask("PUT", "/api/v1/settings/business", { as, body });
  expect([zone, changed.status]).toEqual([zone, 200]);
  return { as, zone, product: await apis.addProduct("Milo", 10_000, as), sales: Array.of<Sale>() };
}

/** No session ends for being unused meanwhile. */
async function travelTo(ms: number): Promise<void> {
  nowMs = ms;
  await apis.query("update auth.sessions set last_used_ms = $1", [ms]);
}

/** Both shops sell in turns, as time goes on. */
async function trade(): Promise<readonly Shop[]> {
  const opened = [await openShop("owner"), await openShop("foreign owner")];
  for (const atMs of momentsInOrder(SALES)) {
    await travelTo(atMs);
    for (const { as, product, sales } of opened) {
      const quantity = 1 + below(9);
      const method = METHODS[below(METHODS.length)] ?? "cash";
      // Without a key, an equal sale a moment later would be taken for the same one.
      const more = { payment_method: method, client_sale_id: randomUUID() };
      const sold = await apis.sell([[product, quantity]], more, { as });
      const isVoided = random() < VOIDED;
      if (isVoided) await apis.ask("DELETE", `/api/sales.php?id=${idOf(sold)}`, { as });
      sales.push({ atMs, minor: quantity * PRICE_MINOR, method, isVoided });
    }
  }
  return opened;
}

beforeAll(async () => {
  apis = await openApis({ clock: () => nowMs });
  shops = await trade();
}, 120_000);
afterAll(() => apis.close());

const read = async (as: Identity, query = ""): Promise<Today> => {
  const answer = await apis.askOf.query("GET", `/api/v1/today${query}`, { as });
  expect([answer.status, answer.headers["x-stale"]]).toEqual([200, undefined]);
  return z.object({ data: Today }).parse(answer.body).data;
};

const readDashboard = async (as: Identity, query: string): Promise<Dashboard> => {
  const answer = await apis.askOf.query("GET", `/api/dashboard.php?${query}`, { as });
  return z.object({ data: Dashboard }).parse(answer.body).data;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** "2026-11-21 14:30:07" in the zone. */
function local(zone: string, ms: number): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  formats.set(zone, format);
  return format.format(ms);
}

const sum = (sales: readonly Sale[]): number =>
  sales.reduce((minor, sale) => minor + sale.minor, 0) / 100;

const dayBefore = (day: string, daysAgo: number): string =>
  new Date(Date.parse(day) - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** The same time of the day before, to the minute. None or two in the nights when clocks are changed. */
function dayEarlier(zone: string, ms: number): readonly number[] {
  const minute = ms - (ms % 60_000);
  const [day = "", time] = local(zone, minute).split(" ");
  const wanted = `${dayBefore(day, 1)} ${time}`;
  const near = [23, 24, 25].map((hours) => minute - hours * HOUR_MS);
  return near.filter((at) => local(zone, at) === wanted);
}

/** The same figures from the sales that were made; `cutMs` is this time of yesterday. */
function folded({ zone, sales }: Shop, ms: number, cutMs: number): Today {
  const today = local(zone, ms).slice(0, 10);
  const on = (daysAgo: number) => {
    const day = dayBefore(today, daysAgo);
    return sales.filter(({ atMs, isVoided }) => !isVoided && local(zone, atMs).startsWith(day));
  };
  const by = (method: string) => on(0).filter((sale) => sale.method === method);
  return {
    currency: "GHS",
    days: [6, 5, 4, 3, 2, 1, 0].map((daysAgo) => ({
      day: dayBefore(today, daysAgo),
      orders: on(daysAgo).length,
      total: sum(on(daysAgo)),
    })),
    methods: METHODS.toSorted()
      .filter((method) => by(method).length > 0)
      .map((method) => ({ payment_method: method, total: sum(by(method)) })),
    yesterday_by_now: sum(on(1).filter(({ atMs }) => atMs <= cutMs)),
  };
}

/** The growth of sales and orders from the sales that were made. */
function foldedGrowth(
  { zone, sales }: Shop,
  { last, days, isOver }: Readonly<{ last: string; days: number; isOver: boolean }>,
) {
  const within = (to: string) => {
    const from = dayBefore(to, days - 1);
    return sales.filter(({ atMs, isVoided }) => {
      const day = local(zone, atMs).slice(0, 10);
      return !isVoided && day >= from && day <= to;
    });
  };
  const [now, before] = [within(last), within(dayBefore(last, days))];
  const note = (measure: (of: readonly Sale[]) => number) => {
    const [is, was] = [measure(now), measure(before)];
    if (was === 0 || (days === 1 && !isOver)) return { percent: null, note: "" };
    const percent = Math.round(((is - was) / was) * 1000) / 10 + 0;
    const against = days === 1 ? "the day before" : `the ${days} days before`;
    return { percent, note: `${percent < 0 ? "" : "+"}${percent.toFixed(1)}% from ${against}` };
  };
  return { sales: note(sum), orders: note((of) => of.length) };
}

describe("today's takings", () => {
  test(`DASH-12, DASH-13, DASH-14: equal what was sold at 1,000 random moments, in two time zones (seed ${SEED})`, async () => {
    let withYesterday = 0;
    for (const atMs of momentsInOrder(QUESTIONS)) {
      await travelTo(atMs);
      for (const shop of shops) {
        const [cutMs, second] = dayEarlier(shop.zone, nowMs);
        if (cutMs === undefined || second !== undefined) continue;
        const shown = await read(shop.as);
        expect(shown).toEqual(folded(shop, nowMs, cutMs));
        if (shown.yesterday_by_now > 0) withYesterday += 1;
      }
    }
    expect(withYesterday).toBeGreaterThan(QUESTIONS / 2);
  }, 120_000);

  test(`DASH-11, REP-03, REP-04: a period is compared with as many days before it (seed ${SEED})`, async () => {
    let compared = 0;
    for (const atMs of momentsInOrder(COMPARISONS)) {
      await travelTo(atMs);
      for (const shop of shops) {
        const today = local(shop.zone, nowMs).slice(0, 10);
        const last = dayBefore(today, below(4));
        const days = 1 + below(8);
        const isByPeriod = last === today && days === 7;
        const range = `from=${dayBefore(last, days - 1)}&to=${last}`;
        const query = isByPeriod ? "period=7" : range;
        const { growth } = await readDashboard(shop.as, query);
        const isOver = last < today;
        expect([query, growth]).toEqual([
          query,
          expect.objectContaining(foldedGrowth(shop, { last, days, isOver })),
        ]);
        if (growth?.sales.percent !== null) compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(COMPARISONS);
  }, 60_000);

  test("DASH-13: an unchanged answer is 304 within the minute, and sent again in the next one", async () => {
    await travelTo(startMs + DAY_MS);
    const ask = (headers: Readonly<Record<string, string>> = {}) =>
      apis.askOf.query("GET", "/api/v1/today", { headers });
    const { headers } = await ask();
    const held = { "if-none-match": String(headers["etag"]) };
    expect((await ask(held)).status).toBe(304);
    nowMs += 60_000;
    expect((await ask(held)).status).toBe(200);
  });

  test("DASH-12: are for roles that see reports", async () => {
    const status = async (as: Identity) =>
      (await apis.askOf.query("GET", "/api/v1/today", { as })).status;
    const statuses = await Promise.all((["owner", "manager", "accountant"] as const).map(status));
    expect(statuses).toEqual([200, 200, 200]);
    for (const as of ["cashier", "stock_keeper"] as const) expect(await status(as)).toBe(403);
  });
});
