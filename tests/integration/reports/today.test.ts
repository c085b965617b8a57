import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { Today } from "#kernel/contract/api/today.ts";
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
const METHODS = PaymentMethod.options;
/** Without summer time, so that a day before is always 24 hours before. */
const ZONES = [
  "Africa/Accra",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/Phoenix",
  "Pacific/Kiritimati",
];
const PRICE_MINOR = 450;

type Sale = Readonly<{ atMs: number; minor: number; method: string; isVoided: boolean }>;
type Shop = Readonly<{ as: Identity; zone: string; sales: readonly Sale[] }>;

const { seed: SEED } = readTestSettings();
const random = createRandom(SEED);
const below = (n: number): number => Math.floor(random() * n);

const startMs = Date.now() - SPAN_DAYS * DAY_MS;
let nowMs = startMs;
let apis: Apis;
let shops: readonly Shop[];

/** Both shops sell at random moments of twenty days. */
async function trade(as: Identity, zone: string): Promise<Shop> {
  nowMs = startMs;
  await apis.ask("PUT", "/api/v1/settings/business", { as, body: { timezone: zone } });
  const product = await apis.addProduct("Milo", 10_000, as);
  const times = Array.from({ length: SALES }, () => startMs + below(SPAN_DAYS * DAY_MS));
  const sales: Sale[] = [];
  for (const atMs of times.toSorted((a, b) => a - b)) {
    nowMs = atMs;
    const quantity = 1 + below(9);
    const method = METHODS[below(METHODS.length)] ?? "cash";
    const sold = await apis.sell([[product, quantity]], { payment_method: method }, { as });
    const isVoided = random() < VOIDED;
    if (isVoided) await apis.ask("DELETE", `/api/sales.php?id=${idOf(sold)}`, { as });
    sales.push({ atMs, minor: quantity * PRICE_MINOR, method, isVoided });
  }
  return { as, zone, sales };
}

beforeAll(async () => {
  apis = await openApis({ clock: () => nowMs });
  const [first = "", second = ""] = ZONES.toSorted(() => random() - 0.5);
  shops = [await trade("owner", first), await trade("foreign owner", second)];
}, 120_000);
afterAll(() => apis.close());

const read = async (as: Identity, query = ""): Promise<Today> => {
  const answer = await apis.askOf.query("GET", `/api/v1/today${query}`, { as });
  expect([answer.status, answer.headers["x-stale"]]).toEqual([200, undefined]);
  return z.object({ data: Today }).parse(answer.body).data;
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

/** The same figures from the sales that were made. */
function folded({ zone, sales }: Shop, ms: number): Today {
  const counted = sales.filter(({ isVoided }) => !isVoided);
  const on = (day: string) => counted.filter(({ atMs }) => local(zone, atMs).startsWith(day));
  const dayOf = (daysAgo: number) => local(zone, ms - daysAgo * DAY_MS).slice(0, 10);
  const byThen = `${local(zone, ms - DAY_MS).slice(0, 16)}:00`;
  const sold = (method: string) => on(dayOf(0)).filter((sale) => sale.method === method);
  return {
    currency: "GHS",
    days: [6, 5, 4, 3, 2, 1, 0].map((daysAgo) => {
      const found = on(dayOf(daysAgo));
      return { day: dayOf(daysAgo), orders: found.length, total: sum(found) };
    }),
    methods: METHODS.toSorted()
      .filter((method) => sold(method).length > 0)
      .map((method) => ({ payment_method: method, total: sum(sold(method)) })),
    yesterday_by_now: sum(
      on(dayOf(1)).filter(({ atMs }) => {
        const at = local(zone, atMs);
        // Milliseconds are not shown, so a sale within the first second of the minute is later.
        return at < byThen || (at === byThen && atMs % 1_000 === 0);
      }),
    ),
  };
}

describe("today's takings", () => {
  test(`DASH-12, DASH-13, DASH-14: equal what was sold at 1,000 random moments, in two time zones (seed ${SEED})`, async () => {
    let withYesterday = 0;
    for (let asked = 0; asked < QUESTIONS; asked += 1) {
      nowMs = startMs + below(SPAN_DAYS * DAY_MS);
      for (const shop of shops) {
        const shown = await read(shop.as);
        expect(shown).toEqual(folded(shop, nowMs));
        if (shown.yesterday_by_now > 0) withYesterday += 1;
      }
    }
    expect(withYesterday).toBeGreaterThan(QUESTIONS / 2);
  }, 120_000);

  test("DASH-13: an unchanged answer is 304 within the minute and anew in the next one", async () => {
    nowMs = startMs + DAY_MS;
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
    for (const as of ["owner", "manager", "accountant"] as const)
      expect(await status(as)).toBe(200);
    for (const as of ["cashier", "stock_keeper"] as const) expect(await status(as)).toBe(403);
  });
});
