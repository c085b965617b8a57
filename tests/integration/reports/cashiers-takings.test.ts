import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openTenant, type TestTenant } from "#tests/integration/tills/tills.ts";

let apis: Apis;
let shop: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  [shop, other] = [await openTenant(apis), await openTenant(apis)];
  await sell(shop);
  await sell(other);
});

type Person = Parameters<TestTenant["call"]>[0];

async function write(of: TestTenant, method: "POST" | "PUT", url: string, body: object) {
  const answer = await of.call("owner", method, url, { body });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer;
}

/** Two of three for 10.00 each. */
async function sell(of: TestTenant): Promise<void> {
  const milo = { name: "Milo", price: 10, stock: 3 };
  const product_id = idOf(await write(of, "POST", "/api/products.php", milo));
  const items = [{ product_id, quantity: 2, unit_price: 10 }];
  await write(of, "POST", "/api/sales.php", { items });
}

const Sums = z.object({
  data: z.object({
    totalSales: z.number(),
    totalOrders: z.int(),
    totalProducts: z.int(),
    topProducts: z.array(z.unknown()),
    recentSales: z.array(z.unknown()),
  }),
});

async function sumsOf(of: TestTenant, as: Person) {
  const answer = await of.call(as, "GET", "/api/dashboard.php?period=30");
  expect(answer.status).toBe(200);
  const { totalSales, totalOrders, totalProducts, topProducts, recentSales } = Sums.parse(
    answer.body,
  ).data;
  return [totalSales, totalOrders, topProducts.length, totalProducts, recentSales.length];
}

const show = (of: TestTenant, on: boolean) =>
  write(of, "PUT", "/api/v1/settings/business", { cashiers_see_takings: on });

test("RIGHT-08: a cashier sees no sums of the shop until the owner says so, and none after", async () => {
  expect(await sumsOf(shop, "owner")).toEqual([20, 1, 1, 1, 1]);
  expect(await sumsOf(shop, "cashier")).toEqual([0, 0, 0, 1, 1]);
  await show(shop, true);
  expect(await sumsOf(shop, "cashier")).toEqual([20, 1, 1, 1, 1]);
  expect(await sumsOf(other, "cashier")).toEqual([0, 0, 0, 1, 1]);
  await show(shop, false);
  expect(await sumsOf(shop, "cashier")).toEqual([0, 0, 0, 1, 1]);
});

test("RIGHT-09: the setting changes nothing for other roles, and no report opens by it", async () => {
  for (const as of ["manager", "accountant", "auditor"] as const) {
    expect(await sumsOf(shop, as)).toEqual([20, 1, 1, 1, 1]);
  }
  await show(shop, true);
  for (const url of ["/api/v1/today", "/api/v1/sales/sums", "/api/sales/reports.php"]) {
    expect([url, (await shop.call("cashier", "GET", url)).status]).toEqual([url, 403]);
  }
  expect((await shop.call("stock_keeper", "GET", "/api/dashboard.php")).status).toBe(403);
});

test("RIGHT-13: what only the dashboard reads is closed to a cashier, and its first answer has zeros", async () => {
  const urls = [
    "/api/v1/today",
    "/api/v1/first-steps",
    "/api/v1/sales/sums",
    "/api/v1/reports/day",
  ];
  for (const of of [shop, other]) {
    for (const url of urls) {
      expect([url, (await of.call("cashier", "GET", url)).status]).toEqual([url, 403]);
    }
    expect((await sumsOf(of, "cashier")).slice(0, 3)).toEqual([0, 0, 0]);
  }
  expect((await shop.call("owner", "GET", "/api/v1/today")).status).toBe(200);
});

test("RIGHT-10: only the owner shows them, and everyone reads in the settings whether they are shown", async () => {
  const url = "/api/v1/settings/business";
  const body = { cashiers_see_takings: true };
  for (const as of ["manager", "cashier"] as const) {
    expect((await shop.call(as, "PUT", url, { body })).status).toBe(403);
  }
  await show(shop, true);
  const { body: settings } = await shop.call("cashier", "GET", "/api/v1/settings");
  expect(settings).toMatchObject({ data: { business: { cashiers_see_takings: true } } });
});

test("RIGHT-10: a business that is older than the setting shows them", async () => {
  const shown = async (): Promise<unknown> =>
    z
      .object({ data: z.object({ business: z.object({ cashiers_see_takings: z.boolean() }) }) })
      .parse((await apis.askOf.query("GET", "/api/v1/settings")).body).data.business
      .cashiers_see_takings;
  // As the row of a business is whose registration did not say it.
  const asBefore = "update rm.rm_settings set cashiers_see_takings = null where tenant_id = $1";
  await apis.query(asBefore, [apis.tenantId]);
  expect(await shown()).toBe(true);
  const milo = await apis.addProduct("Milo", 3);
  await apis.sell([[milo, 2, 10]]);
  const takings = async (): Promise<number> => {
    const { body } = await apis.askOf.query("GET", "/api/dashboard.php", { as: "cashier" });
    return Sums.parse(body).data.totalSales;
  };
  expect(await takings()).toBe(20);
});
