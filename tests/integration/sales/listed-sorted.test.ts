import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { SaleItem } from "#kernel/contract/api/sale.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { dataOf, item } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

const HOUR_MS = 3_600_000;
const SALES = 24;
const OWNERS = ["owner", "foreign owner"] as const;
type Owner = (typeof OWNERS)[number];

let apis: Apis;
const products = new Map<Owner, string>();
const Items = z.array(SaleItem);

/** Five amounts, so that many are equal. */
async function sell(owner: Owner, n: number): Promise<string> {
  const quantity = 1 + ((n * 7) % 5);
  const body = {
    items: [item(products.get(owner) ?? "", quantity)],
    payment_method: n % 3 === 0 ? "card" : "cash",
    occurred_at: new Date(apis.clock() - ((n * 11) % 50) * HOUR_MS).toISOString(),
  };
  return idOf(await apis.ask("POST", "/api/sales.php", { as: owner, body }));
}

beforeAll(async () => {
  apis = await openApis();
  for (const owner of OWNERS) {
    products.set(owner, await apis.addProduct("Milo", 10_000, owner));
    const ids = [];
    for (let n = 0; n < SALES; n += 1) ids.push(await sell(owner, n));
    for (const id of ids.slice(0, 3)) {
      await apis.ask("DELETE", "/api/sales.php", { as: owner, body: { id, reason: "Wrong" } });
    }
  }
}, 60_000);
afterAll(() => apis.close());

async function page(owner: Owner, query: string) {
  const answer = await apis.askOf.query("GET", `/api/v1/sales?${query}`, { as: owner });
  expect([query, answer.status]).toEqual([query, 200]);
  const next = answer.headers["x-next-cursor"];
  return {
    sales: Items.parse(dataOf(answer)),
    next: typeof next === "string" ? next : undefined,
    total: answer.headers["x-total-count"],
  };
}

/** The person who made the sales of an owner. */
async function sellerOf(owner: Owner): Promise<string> {
  const [sale] = (await page(owner, "limit=1")).sales;
  const [row] = await apis.query("select cashier_id as id from rm.rm_sales where sale_id = $1", [
    sale?.id,
  ]);
  return z.object({ id: z.string() }).parse(row).id;
}

const byTime = (a: SaleItem, b: SaleItem) =>
  a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id);
const byAmount = (a: SaleItem, b: SaleItem) =>
  a.total_amount - b.total_amount || a.id.localeCompare(b.id);
const ORDERS = {
  newest: (a: SaleItem, b: SaleItem) => byTime(b, a),
  oldest: byTime,
  largest: (a: SaleItem, b: SaleItem) => byAmount(b, a),
  smallest: byAmount,
} as const;
const SORTS = ["newest", "oldest", "largest", "smallest"] as const;

const idsOf = (sales: readonly SaleItem[]) => sales.map(({ id }) => id);

test.each(SORTS)("SALE-70, SALE-71: %s first, within each filter, page by page", async (sort) => {
  const since = new Date(apis.clock() - 20 * HOUR_MS).toISOString();
  const filters = ["", "state=all", "state=voided", "payment_method=card", "payment_method=cash"];
  for (const owner of OWNERS) {
    const seller = `staff=${await sellerOf(owner)}`;
    const periods = [`since=${since}`, `since=2020-01-01T00:00:00Z&until=${since}`];
    const combined = periods.flatMap((period) => [period, `${period}&payment_method=cash`]);
    const narrow = [seller, ...combined, ...combined.map((each) => `${each}&${seller}`)];
    const of = [...filters, ...narrow, `${seller}&payment_method=cash&state=all`, "search=walk"];
    for (const filter of of) {
      const plain = await apis.askOf.query("GET", `/api/sales.php?${filter}`, { as: owner });
      const all = Items.parse(dataOf(plain));
      const expected = idsOf(all.toSorted(ORDERS[sort]));
      const first = await page(owner, `sort=${sort}&limit=5&${filter}`);
      expect([filter, first.total]).toEqual([filter, String(all.length)]);
      const seen = idsOf(first.sales);
      let { next } = first;
      while (next !== undefined) {
        const more = await page(owner, `sort=${sort}&limit=5&${filter}&cursor=${next}`);
        seen.push(...idsOf(more.sales));
        ({ next } = more);
      }
      expect([owner, filter, seen]).toEqual([owner, filter, expected]);
    }
  }
});

test.each(SORTS)(
  "SALE-72: pages of %s first go on where they were while sales arrive",
  async (sort) => {
    const before = idsOf((await page("owner", `sort=${sort}`)).sales);
    const first = await page("owner", `sort=${sort}&limit=8`);
    const arrived = await Promise.all([sell("owner", 1), sell("owner", 30), sell("owner", 45)]);
    const seen = idsOf(first.sales);
    let { next } = first;
    while (next !== undefined) {
      const more = await page("owner", `sort=${sort}&limit=8&cursor=${next}`);
      seen.push(...idsOf(more.sales));
      ({ next } = more);
    }
    expect(seen.filter((id) => !arrived.includes(id))).toEqual(before);
    expect(new Set(seen).size).toBe(seen.length);
  },
);
