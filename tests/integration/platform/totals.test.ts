import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { PlatformStats, TenantPage } from "#kernel/contract/api/platform/figures.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

let apis: Apis;

beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const Stats = z.object({ data: PlatformStats });
const Tenants = z.object({ data: TenantPage });

const asAdmin = async (path: string): Promise<unknown> => {
  const answer = await apis.askOf.query("GET", `/api/super-admin.php${path}`, {
    as: "super_admin",
  });
  expect([answer.status, answer.headers["x-stale"]]).toEqual([200, undefined]);
  return answer.body;
};

/**
 * Waits until every shop's read models have reached its head, as sums over shops may lag behind.
 */
const untilProjected = (): Promise<void> =>
  expect
    .poll(
      async () =>
        (await apis.query<{ n: number }>("select count(*)::int as n from rm.behind()"))[0]?.n,
      { timeout: 20_000 },
    )
    .toBe(0);

/** Sales in the log, net of voids, by shop and currency. */
const folded = () =>
  apis.query<{ tenant_id: string; currency: string; total: number; orders: number }>(
    `select tenant_id, data ->> 'currency' as currency,
            sum(case type when 'SaleRecorded' then 1 else -1 end * (data ->> 'totalMinor')::bigint)::float8 as total,
            sum(case type when 'SaleRecorded' then 1 else -1 end)::int as orders
       from es.events where type in ('SaleRecorded', 'SaleVoided')
      group by tenant_id, data ->> 'currency' order by data ->> 'currency' <> 'GHS', data ->> 'currency'`,
  );

async function trade(as: "owner" | "foreign owner", times: number): Promise<void> {
  const product = await apis.addProduct("Milo", 10_000, as);
  for (let n = 1; n <= 5; n += 1) {
    const sale = idOf(await apis.sell([[product, n * times]], {}, { as }));
    if (n % 2 === 0) await apis.ask("DELETE", `/api/sales.php?id=${sale}`, { as });
  }
}

describe("the platform's totals", () => {
  test("ADMIN-20: are the sums of the shops, by currency, net of voids", async () => {
    await trade("owner", 1);
    await trade("foreign owner", 7);
    await apis.query(
      "update es.stream_heads set state = jsonb_set(state::jsonb, '{currency}', '\"USD\"')::json where tenant_id = $1 and stream_id = $1",
      [apis.foreignTenantId],
    );
    await trade("foreign owner", 3);
    await untilProjected();

    const log = await folded();
    const { data } = Stats.parse(await asAdmin(""));
    const sums = new Map<string, number>();
    for (const { currency, total } of log) sums.set(currency, (sums.get(currency) ?? 0) + total);
    process.stdout.write(`${[...sums].map((sum) => sum.join(" ")).join(", ")} in the log
`);

    expect(data.revenues.map(({ currency, total }) => [currency, total])).toEqual(
      [...sums].map(([currency, total]) => [currency, toDecimal(total)]),
    );
    expect(data.totalRevenue).toBe(toDecimal(sums.get("GHS") ?? 0));

    const { tenants } = Tenants.parse(await asAdmin("/tenants")).data;
    for (const { id, revenues } of tenants) {
      const own = log.filter(({ tenant_id }) => tenant_id === id);
      expect(revenues).toEqual(
        own.map(({ currency, total, orders }) => ({ currency, orders, total: toDecimal(total) })),
      );
    }
    expect(tenants).toHaveLength(2);
  });
});

describe("GET /api/super-admin.php/tenants", () => {
  test("has every field of the specification", async () => {
    const { data } = Tenants.parse(await asAdmin("/tenants?page=1&limit=50&search=&status="));
    const own = data.tenants.find(({ id }) => id === apis.tenantId);
    expect(own).toMatchObject({
      name: "Own shop",
      email: expect.stringMatching(/@shops.example$/),
      phone: null,
      address: null,
      plan: "basic",
      status: "active",
      users: 1,
      revenue: 40.5,
      growth: 100,
      last_login: expect.stringMatching(/Z$/),
    });
    expect(data.pagination).toEqual({ page: 1, limit: 50, total: 2, pages: 1 });
  });

  test.each([
    ["?search=FOREIGN", 1],
    ["?search=shops.example", 2],
    ["?search=unknown-shop", 0],
    ["?status=suspended", 0],
    ["?status=active&limit=1", 1],
    ["?limit=1&page=2", 1],
    ["?limit=1000", 2],
    ["?page=3", 0],
  ])("%s answers %i", async (query, count) => {
    const { tenants, pagination } = Tenants.parse(await asAdmin(`/tenants${query}`)).data;
    expect(tenants).toHaveLength(count);
    expect(pagination.limit).toBeLessThanOrEqual(100);
  });

  test.each(["?limit=0", "?page=0", "?limit=x", "?status=dead"])("refuses %s", async (query) => {
    const answer = await apis.askOf.query("GET", `/api/super-admin.php/tenants${query}`, {
      as: "super_admin",
    });
    expect(answer.status).toBe(400);
  });
});
