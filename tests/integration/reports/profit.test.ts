import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { CategorySums, ProductSums, reportOf } from "#kernel/contract/api/reports/report.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

let apis: Apis;
const ids = { milo: "", cloth: "", rice: "" };
beforeAll(async () => {
  apis = await openApis();
  const add = async (more: object): Promise<string> =>
    idOf(await apis.ask("POST", "/api/products.php", { body: { stock: 100, ...more } }));
  ids.milo = await add({ name: "Milo", price: 12, cost: 9.5, category: "Drinks" });
  // Sold by the foot: three to a yard, and the cost is that of a yard.
  const unit = { name: "yard", per_unit: 3 };
  ids.cloth = await add({ name: "Cloth", price: 30, cost: 20, category: " Cloth ", unit });
  ids.rice = await add({ name: "Rice", price: 8, category: "Drinks" });
  await apis.sell([
    [ids.milo, 3, 12],
    [ids.rice, 2, 8],
  ]);
  await apis.ask("POST", "/api/sales.php", {
    body: {
      items: [{ product_id: ids.cloth, quantity: 4, base_units: true, unit_price: 30 }],
      payment_method: "cash",
    },
  });
});
afterAll(() => apis.close());

async function read<Data>(path: string, data: z.ZodMiniType<Data>): Promise<Data> {
  const { status, body } = await apis.askOf.query("GET", path);
  expect([path, status]).toEqual([path, 200]);
  return z.object({ data }).parse(body).data;
}

test("REP-18: the report by product has category, cost and profit; without a cost price there is none", async () => {
  const { rows } = await read("/api/v1/reports/product", reportOf(ProductSums));
  const shown = rows.map(({ name, category, revenue, cost, profit }) => [
    name,
    category,
    revenue,
    cost,
    profit,
  ]);
  expect(shown).toEqual([
    // 4 feet of a cloth at 20.00 a yard cost 26.666…, so 26.67.
    ["Cloth", "Cloth", 40, 26.67, 13.33],
    ["Milo", "Drinks", 36, 28.5, 7.5],
    ["Rice", "Drinks", 16, null, null],
  ]);
});

test("REP-18: by category, the cost and the profit are of the products that have a cost price", async () => {
  const { rows } = await read("/api/v1/reports/category", reportOf(CategorySums));
  expect(rows).toEqual([
    {
      category: "Drinks",
      currency: "GHS",
      products: 2,
      revenue: 52,
      uncosted: 16,
      cost: 28.5,
      profit: 7.5,
    },
    {
      category: "Cloth",
      currency: "GHS",
      products: 1,
      revenue: 40,
      uncosted: 0,
      cost: 26.67,
      profit: 13.33,
    },
  ]);
  const file = await apis.askOf.query("GET", "/api/v1/exports/reports/category.csv");
  expect(file.text).toContain("Drinks,2,52,28.5,7.5,16,GHS");
});

test("REP-18: a new cost price counts for all days, also for those before it", async () => {
  await apis.ask("PUT", "/api/products.php", { body: { id: ids.milo, cost: 10 } });
  const { rows } = await read("/api/v1/reports/category?period=7", reportOf(CategorySums));
  expect(rows[0]).toMatchObject({ cost: 30, profit: 6 });
});
