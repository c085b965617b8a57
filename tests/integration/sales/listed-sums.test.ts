import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { SalesSums } from "#kernel/contract/api/reports/sales-sums.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { dataOf, item } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const HOUR_MS = 3_600_000;
const HOURS = 72;
const SALES = 60;
const FILTERS = 60;
const OWNERS = ["owner", "foreign owner"] as const;

const { seed: SEED } = readTestSettings();
const random = createRandom(SEED);
const below = (n: number): number => Math.floor(random() * n);

const Listed = z.array(
  z.object({
    id: z.string(),
    currency: z.string(),
    total_amount: z.number(),
    occurred_at: z.string(),
  }),
);

let apis: Apis;

/** Sales of the last three days, some of them voided, in two currencies. */
async function trade(as: Identity): Promise<void> {
  const product = await apis.addProduct("Milo", 10_000, as);
  const customers = [await apis.addCustomer("Abena", as), await apis.addCustomer("Kwesi", as)];
  for (let n = 0; n < SALES; n += 1) {
    const currency = n < SALES / 2 ? "USD" : "GHS";
    if (n % (SALES / 2) === 0) {
      await apis.ask("PUT", "/api/v1/settings/business", { as, body: { currency } });
    }
    const body = {
      client_sale_id: randomUUID(),
      customer_id: customers[below(3)] ?? null,
      items: [item(product, 1 + below(9))],
      occurred_at: new Date(apis.clock() - below(HOURS * HOUR_MS)).toISOString(),
    };
    const sold = await apis.ask("POST", "/api/sales.php", { as, body });
    expect(sold.status).toBe(200);
    if (below(6) === 0) await apis.ask("DELETE", `/api/sales.php?id=${idOf(sold)}`, { as });
  }
}

beforeAll(async () => {
  apis = await openApis();
  for (const as of OWNERS) await trade(as);
}, 60_000);
afterAll(() => apis.close());

const read = async (path: string, as: Identity = "owner") => {
  const answer = await apis.askOf.query("GET", path, { as });
  expect([path, answer.status]).toEqual([path, 200]);
  return dataOf(answer);
};
const sumsOf = async (query: string, as?: Identity) =>
  SalesSums.parse(await read(`/api/v1/sales/sums?${query}`, as)).rows;
const listOf = async (query: string, as?: Identity) =>
  Listed.parse(await read(`/api/sales.php?${query}`, as));

/** The same sums from the list itself, in pesewas and cents. */
function folded(sales: z.infer<typeof Listed>, present = "GHS") {
  const sums = (currency: string) => {
    const own = sales.filter((sale) => sale.currency === currency);
    const minor = own.reduce((sum, sale) => sum + Math.round(sale.total_amount * 100), 0);
    return { currency, orders: own.length, total: minor / 100 };
  };
  const others = [...new Set(sales.map(({ currency }) => currency))].filter((c) => c !== present);
  return [present, ...others].map(sums);
}

const randomMoment = (): string => new Date(apis.clock() - below(HOURS * HOUR_MS)).toISOString();

function randomFilter(): string {
  const [first, second] = [randomMoment(), randomMoment()].toSorted();
  const words = ["abena", "KWESI", "1-1-1", "nothing like it"];
  const filter = new URLSearchParams();
  if (below(2) === 0) filter.set("since", first ?? "");
  if (below(2) === 0) filter.set("until", second ?? "");
  if (below(3) === 0) filter.set("search", words[below(words.length)] ?? "");
  return filter.toString();
}

describe("the sums above the list of sales", () => {
  test(`SALE-30, SALE-31: equal the listed sales for any filter, in two currencies (seed ${SEED})`, async () => {
    let found = 0;
    for (let n = 0; n < FILTERS; n += 1) {
      const filter = n === 0 ? "" : randomFilter();
      for (const as of OWNERS) {
        const listed = await listOf(filter, as);
        expect([filter, await sumsOf(filter, as)]).toEqual([filter, folded(listed)]);
        if (listed.length > 0) found += 1;
      }
    }
    expect(found).toBeGreaterThan(FILTERS);
  });

  test("SALE-30: `until` is not included, `since` is", async () => {
    const [sale] = await listOf("");
    const moment = encodeURIComponent(sale?.occurred_at ?? "");
    const ids = async (query: string) => (await listOf(query)).map(({ id }) => id);
    expect(await ids(`since=${moment}`)).toContain(sale?.id);
    expect(await ids(`until=${moment}`)).not.toContain(sale?.id);
  });

  test("SALE-31: a void is subtracted, and the past keeps its sums", async () => {
    const before = await sumsOf("");
    const product = await apis.addProduct("Water", 10);
    const body = { client_sale_id: randomUUID(), items: [item(product, 2)] };
    const sold = idOf(await apis.ask("POST", "/api/sales.php", { body }));
    const with2 = await sumsOf("");
    expect(with2[0]?.orders).toBe((before[0]?.orders ?? 0) + 1);
    await apis.ask("DELETE", `/api/sales.php?id=${sold}`);
    expect(await sumsOf("")).toEqual(before);
    const seq = await apis.query<{ seq: number }>(
      "select max(seq)::int as seq from es.events where type = 'SaleRecorded' and stream_id = $1",
      [sold],
    );
    expect(await sumsOf(`as_of=${seq[0]?.seq}`)).toEqual(with2);
    const since = encodeURIComponent(new Date(0).toISOString());
    expect(await sumsOf(`since=${since}&as_of=${seq[0]?.seq}`)).toEqual(with2);
  });

  test("SALE-31: are for roles that see reports", async () => {
    const answer = await apis.askOf.query("GET", "/api/v1/sales/sums", { as: "cashier" });
    expect(answer.status).toBe(403);
  });
});
